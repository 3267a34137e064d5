"""The page where a key is asked for, by the service or by something in front of it."""

import openai_code
from front import front
from harness import CONTROL_ENTER, check
from page import Page
from selenium.webdriver.common.keys import Keys


def behind_a_proxy(driver, service):
    with check("under a prefix, and with a key that something in front asks for"), front(service, "/some/prefix", "the key") as url:
        page = Page(driver, url)
        driver.get(url + "/docs/try")
        page.until(lambda: page.find("#key").is_displayed(), "the field for the key")
        assert "API key" in page.text("#problem")
        page.find("#key").send_keys("the key", Keys.ENTER)
        page.answered(3)
        assert f"{url}/v1/systemone" in page.text("#snippet") and "Bearer $SERVICE_API_KEY" in page.text("#snippet")
        assert "the key" not in page.text("#snippet")


def behind_a_key(page, key):
    with check("a service with a key describes itself only to whoever has it"):
        page.driver.get(page.url + "/docs")
        page.until(lambda: page.all("#key"), "the form")
        assert "asks for its API key" in page.text("#main") and "/v1/systemone" not in page.text("#main")
        page.type("not the key", Keys.ENTER)
        page.until(lambda: "not the key of this service" in page.text("#main"), "the refusal")
        page.type(key, Keys.ENTER)
        page.until(lambda: "/v1/systemone" in page.text("#main"), "the description")
        assert not page.all("#key")
    with check("the playground asks for the key, refuses a wrong one in words, and answers with the right one"):
        page.driver.get(page.url + "/docs/try")
        page.until(lambda: page.find("#key").is_displayed(), "the field for the key")
        assert "API key" in page.text("#problem") and not page.all(".answer")
        assert not page.find("#tab-openai-python").is_displayed()
        page.type("not the key", CONTROL_ENTER)
        page.until(lambda: "bearer token" in page.text("#problem") and page.find("#ask").is_displayed(), "the refusal")
        assert page.find("#problem").get_attribute("role") == "alert" and not page.all(".answer")
        page.find("#key").clear()
        page.find("#key").send_keys(key, CONTROL_ENTER)
        page.answered(3)
        assert not page.find("#problem").is_displayed() and key not in page.text("#snippet")
    with check("code for OpenAI's clients is offered once the key is right"):
        openai_code.shown(page)
