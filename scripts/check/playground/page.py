"""The playground in a headless Chromium, driven in terms of user actions."""

import contextlib
import json
import os

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE_S = 30
FOCUSED = "return document.activeElement"


class Page:
    def __init__(self, driver, url):
        self.driver, self.url = driver, url

    def open(self):
        """A new tab's page: what the last one held for a reload is left behind."""
        self.driver.get("about:blank")
        self.driver.get(self.url + "/docs/try")
        self.answered(3)

    def reload(self):
        self.driver.refresh()

    def example(self, title):
        """Picks a use from the gallery."""
        self.find("#open-gallery").click()
        next(button for button in self.all("#gallery-list button") if button.find_element(By.TAG_NAME, "b").text == title).click()

    def mode(self, name):
        self.find(f".modes [value={name}] + span").click()

    def fault_of(self, selector):
        """What is said at a field, through the tie that a screen reader follows."""
        return self.script(
            "const at = document.querySelector(arguments[0]);"
            "return (at.getAttribute('aria-describedby') ?? '').split(' ').filter(id => id.startsWith('fault-'))"
            ".map(id => document.getElementById(id)?.textContent).join(' ')", selector)

    def snippet(self):
        """The request that the page shows as curl."""
        text = self.script("return document.getElementById('snippet').textContent")
        return json.loads(text[text.index("-d '") + 4 : text.rindex("'")].replace("'\\''", "'"))

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def press(self, selector):
        """Clicks it in the middle of the window, where nothing lies over it."""
        self.script("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.find(selector).click()

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def type(self, *keys):
        """Types into the focused element."""
        for key in keys:
            self.script(FOCUSED).send_keys(key)

    def tab_to(self, selector):
        """Moves the focus with the Tab key, like a user without a mouse."""
        for _ in range(120):
            if self.script("return document.activeElement.matches(arguments[0])", selector):
                return
            self.type(Keys.TAB)
        raise AssertionError(f"the Tab key does not reach {selector}")

    def write(self, selector, value):
        """As if pasted."""
        self.script(
            "const [at, value] = [document.querySelector(arguments[0]), arguments[1]];"
            "at.value = value; at.dispatchEvent(new Event('input', {bubbles: true}));",
            selector,
            value,
        )

    def answered(self, count):
        """Waits until this many answers are shown, none of them from before the last edit."""
        self.until(lambda: len(self.all(".answer")) == count and not self.all("#answers.stale"), f"{count} answers")

    def until(self, condition, what, seconds=PATIENCE_S):
        WebDriverWait(self.driver, seconds).until(lambda _: condition(), what)

    def bars(self):
        """What is shown for each question: by label, the percentage as text and the width of the bar in percent of the
        track."""
        # Passed as text, because the driver sorts the members of objects.
        return json.loads(self.script(
            "return JSON.stringify(Object.fromEntries([...document.querySelectorAll('.answer')]"
            ".map(card => [card.querySelector('h3').textContent,"
            " Object.fromEntries([...card.querySelectorAll('.bars li')].map(bar => [bar.querySelector('.label').textContent,"
            " [bar.querySelector('.number').textContent, parseFloat(bar.querySelector('.fill').style.width)]]))])))"
        ))

    def verdicts(self):
        return {card.find_element(By.TAG_NAME, "h3").text: card.find_element(By.CLASS_NAME, "verdict").text for card in self.all(".answer")}

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        )

    def touch(self, on):
        """Fingers in the place of a mouse."""
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": on})

    def tap(self, selector):
        """Touches it where it is; it has to be in sight, with nothing over it."""
        x, y = self.script(
            "const at = document.querySelector(arguments[0]), box = at.getBoundingClientRect();"
            "const point = [box.x + box.width / 2, box.y + box.height / 2];"
            "return at.contains(document.elementFromPoint(...point)) ? point : [-1, -1]", selector)
        assert x > 0 and y > 0, f"{selector} is not in sight, or something lies over it"
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def prefer(self, theme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"},
        ]})

    def complaints(self):
        """Messages in the browser's console since the last call, except those about refused requests."""
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        return [message for message in said if "the server responded with a status of" not in message]


@contextlib.contextmanager
def browser(deny_storage=False):
    """A browser; `deny_storage` is its setting that keeps storage from every site."""
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ["CHROMIUM"]
    # Chromium's own sandbox needs privileges that a container lacks; the browser opens only this service.
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    if deny_storage:
        options.add_experimental_option("prefs", {"profile.default_content_setting_values.cookies": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(os.environ["CHROMEDRIVER"]))
    try:
        yield driver
    finally:
        driver.quit()
