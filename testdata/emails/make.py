"""Writes the e-mails of this folder as mail programs write them, and beside each the text that its sender newly wrote.

    python3 testdata/emails/make.py

`tuning/` and `held-out/` have thirty each: the rules were written with the first in sight, and what they make of the second is
only reported. `more/` has encodings of other languages. What is expected follows from how a mail is put together; nothing is
read off the service.
"""

import base64
import json
import quopri
import textwrap
from email.header import Header
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES = json.loads((HERE / "material.json").read_text(encoding="utf-8"))
LEGACY = {
    "en": "windows-1252",
    "de": "iso-8859-1",
    "fr": "iso-8859-15",
    "es": "windows-1252",
    "pt": "iso-8859-1",
    "it": "iso-8859-15",
    "nl": "windows-1252",
    "pl": "windows-1250",
}
# How Android programs of several makers name the message that is answered, and its date.
ANDROID = {
    "en": ("Original message", "Date"),
    "de": ("Ursprüngliche Nachricht", "Datum"),
    "fr": ("Message d'origine", "Date "),
    "es": ("Mensaje original", "Fecha"),
    "pt": ("Mensagem original", "Data"),
    "it": ("Messaggio originale", "Data"),
    "nl": ("Oorspronkelijk bericht", "Datum"),
    "pl": ("Oryginalna wiadomość", "Data"),
}
PDF = base64.b64encode(b"%PDF-1.4\n% an invoice, as far as this test goes\n" + bytes(range(256)) * 12).decode()


def quoted(text, mark="> "):
    return "\n".join((mark + line).rstrip() for line in text.split("\n"))


def html(text):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(f"<p>{paragraph.replace(chr(10), '<br>')}</p>\n" for paragraph in escaped.split("\n\n"))


def part(text, charset="utf-8", encoding="quoted-printable", subtype="plain", more=""):
    data = text.replace("\n", "\r\n").encode(charset)
    if encoding == "base64":
        body = base64.encodebytes(data).decode().replace("\n", "\r\n")
    elif encoding == "quoted-printable":
        body = quopri.encodestring(data.replace(b"\r\n", b"\n")).decode().replace("\n", "\r\n")
    elif encoding == "7bit":
        body = data.decode("ascii")
    else:
        body = data.decode(charset)
    return f'Content-Type: text/{subtype}; charset="{charset}"{more}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}'


def multipart(kind, boundary, parts):
    body = "".join(f"--{boundary}\r\n{each}\r\n" for each in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n{body}--{boundary}--\r\n'


def encoded(text):
    return text if text.isascii() else Header(text, "utf-8", maxlinelen=70).encode(linesep="\r\n")


def address(person):
    name, mail = person
    return f"{encoded(name)} <{mail}>"


class Mail:
    """One e-mail: who writes what to whom, in which language."""

    def __init__(self, number, code):
        words = LANGUAGES[code]
        self.number, self.code, self.words = number, code, words
        self.sender, self.receiver = words["people"][0], words["people"][1 + number % 2]
        self.subject, self.new = words["new"][(number * 3 + 1) % len(words["new"])]
        self.old = words["old"][number % len(words["old"])]
        self.bye = words["bye"][number % len(words["bye"])]
        self.signature = words["sigs"][number % len(words["sigs"])]
        self.disclaimer = words["disclaimers"][number % len(words["disclaimers"])]
        self.device = words["devices"][number % len(words["devices"])]
        self.prefix = "Re: "

    def attribution(self, client):
        name, mail = self.receiver
        return self.words["attribution"][client].format(name=name, addr=mail)

    def closing(self):
        return f"{self.bye}\n{self.sender[0]}"

    def block(self):
        """The header of the answered message, as Outlook writes it."""
        who, when, to, about, date, _ = self.words["header"]
        return (
            f"{who}: {self.receiver[0]} <{self.receiver[1]}>\n{when}: {date}\n{to}: {self.sender[0]} <{self.sender[1]}>\n"
            f"{about}: Re: {self.subject}"
        )

    def message(self, body, answers=True):
        head = [
            f"Return-Path: <{self.sender[1]}>",
            f"Received: from mail.example (mail.example [192.0.2.{self.number}])",
            "\tby mx.example with ESMTPS id 4Zx1; Mon, 12 May 2025 11:03:07 +0200",
            f"From: {address(self.sender)}",
            f"To: {address(self.receiver)}",
            f"Subject: {encoded(self.prefix + self.subject)}",
            "Date: Mon, 12 May 2025 11:03:05 +0200",
            f"Message-ID: <{self.number}.4711@mail.example>",
        ]
        if answers:
            head += [f"In-Reply-To: <{self.number}.4710@mail.example>", f"References: <{self.number}.4710@mail.example>"]
        return "\r\n".join([*head, "MIME-Version: 1.0", ""]) + body


def gmail(mail):
    plain = (
        f"{mail.new}\n\n"
        f"{textwrap.fill(mail.attribution('gmail'), 76, break_long_words=False, break_on_hyphens=False)}\n\n{quoted(mail.old)}\n"
    )
    rich = (
        f'<div dir="ltr">{html(mail.new)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{html(mail.attribution("gmail"))}</div><blockquote class="gmail_quote" '
        f'style="margin:0px 0px 0px 0.8ex">{html(mail.old)}</blockquote></div>'
    )
    return mail.message(multipart("alternative", "000000000000a1b2", [part(plain), part(rich, subtype="html")])), mail.new


def gmail_signature(mail):
    plain = f"{mail.new}\n\n-- \n{mail.sender[0]}\n{mail.signature}\n\n\n{mail.attribution('gmail')}\n\n{quoted(mail.old)}\n"
    return mail.message(part(plain, encoding="base64")), mail.new


def outlook(mail):
    plain = f"{mail.new}\n\n{mail.closing()}\n\n{mail.signature}\n\n{'_' * 32}\n{mail.block()}\n\n{mail.old}\n"
    rich = f"<html><body><div>{html(mail.new)}</div><hr>{html(mail.block())}{html(mail.old)}</body></html>"
    return mail.message(
        multipart("alternative", "_000_AM0PR01", [part(plain, LEGACY[mail.code]), part(rich, LEGACY[mail.code], subtype="html")])
    ), mail.new


def outlook_html(mail):
    lines = "".join(
        f"<b>{line.partition(':')[0]}:</b>{line.partition(':')[2].replace('<', '&lt;').replace('>', '&gt;')}<br>\n"
        for line in mail.block().split("\n")
    )
    rich = (
        f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {{margin:0cm;}} --></style></head>'
        f"<body lang=EN-GB><div class=WordSection1>{html(mail.new).replace('<p>', '<p class=MsoNormal>')}<p "
        f"class=MsoNormal><o:p>&nbsp;</o:p></p>"
        f"<p class=MsoNormal>{mail.bye}<o:p></o:p></p><p class=MsoNormal>{mail.sender[0]}<o:p></o:p></p>"
        f"{html(mail.signature)}<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        f"<p class=MsoNormal>{lines}<o:p></o:p></p></div>{html(mail.old)}</div></body></html>"
    )
    return mail.message(part(rich, LEGACY[mail.code], subtype="html")), mail.new


def apple(mail):
    plain = f"{mail.new}\n\n{mail.closing()}\n\n\n{quoted(mail.attribution('apple') + chr(10) * 2 + mail.old)}\n"
    if mail.number % 2:
        plain = f"{mail.new}\n\n{mail.closing()}\n\n\n{mail.attribution('apple')}\n\n{quoted(mail.old)}\n"
    return mail.message(part(plain, more=";\r\n\tformat=flowed")), mail.new


def inline(mail):
    mail.subject, mail.new = mail.words["new"][4]
    first, second = mail.new.split("\n\n", 1)
    questions = mail.old.replace("\n\n", "\n").split("\n")
    plain = (
        f"{mail.attribution('thunderbird')}\n{quoted(questions[0])}\n\n{first}\n\n{quoted(chr(10).join(questions[1:]))}\n\n{second}\n\n"
        f"-- \n{mail.signature}\n"
    )
    return mail.message(part(plain, encoding="8bit")), f"{first}\n\n{second}"


def bottom(mail):
    plain = (
        f"{mail.attribution('thunderbird')}\n{quoted(quoted(mail.old, '> > ').replace('> > ', '> ', 1))}\n\n"
        f"{mail.new}\n\n{mail.closing()}\n"
    )
    return mail.message(part(plain, LEGACY[mail.code])), mail.new


def exchange(mail):
    mail.prefix = ""
    plain = f"{mail.words['banner']}\n\n{mail.new}\n\n{mail.closing()}\n\n{mail.signature}\n\n{mail.disclaimer}\n"
    rich = (
        f"<html><body><table><tr><td>{mail.words['banner']}</td></tr></table>{html(mail.new)}{html(mail.closing())}{html(mail.signature)}"
        f"<hr><p style='font-size:8pt'>{mail.disclaimer}</p></body></html>"
    )
    parts = [part(rich, subtype="html")] if mail.number % 2 else [part(plain), part(rich, subtype="html")]
    return mail.message(multipart("alternative", "_000_DB9PR04", parts), answers=False), mail.new


def iphone(mail):
    device = mail.words["devices"][0]
    plain = f"{mail.new}\n\n{device}\n\n{quoted(mail.attribution('apple') + chr(10) * 2 + mail.old)}\n"
    return mail.message(multipart("alternative", "Apple-Mail-4F2C", [part(plain)])), mail.new


def android(mail):
    marker, date = ANDROID[mail.code]
    who, _, to, about, _, _ = mail.words["header"]
    plain = (
        f"{mail.new}\n\n{mail.words['devices'][2]}\n\n-------- {marker} --------\n{who}: {mail.receiver[0]} <{mail.receiver[1]}>\n"
        f"{date}: 12.05.25 10:42 (GMT+01:00)\n{to}: {mail.sender[1]}\n{about}: {mail.subject}\n\n{mail.old}\n"
    )
    return mail.message(part(plain, encoding="base64")), mail.new


def original(mail):
    plain = (
        f"{mail.new}\n\n{mail.closing()}\n\n{mail.words['original']}\n{mail.block()}\n\n"
        f"{quoted(mail.old) if mail.number % 2 else mail.old}\n"
    )
    return mail.message(part(plain, LEGACY[mail.code])), mail.new


def mailing_list(mail):
    plain = (
        f"{mail.attribution('gmail')}\n{quoted(mail.old)}\n\n{mail.new}\n\n-- \n{mail.sender[0]}\n{'_' * 47}\n"
        f"users mailing list -- users@lists.example\n"
        "To unsubscribe send an email to users-leave@lists.example\nhttps://lists.example/mailman3/lists/users.lists.example/\n"
    )
    return mail.message(part(plain, encoding="8bit")), mail.new


def plain(mail):
    mail.prefix = ""
    text = f"{mail.new}\n\n{mail.closing()}\n{mail.signature}\n"
    return mail.message(part(text, LEGACY[mail.code], "base64"), answers=False), mail.new


def forwarded(mail):
    """A note that only points at the message below: that message is what the mail is about."""
    mail.prefix = "Fwd: "
    marker, who, date, about, to = mail.words["forward"]["gmail"]
    other = mail.words["people"][3]
    note = mail.words["fyi"][mail.number % 2]
    kept = (
        f"{note}\n\n{marker}\n{who}: {other[0]} <{other[1]}>\n{date}: Mon, 12 May 2025 09:15\n{about}: {mail.subject}\n"
        f"{to}: <{mail.sender[1]}>\n\n\n{mail.new}"
    )
    return mail.message(part(f"{kept}\n\n{mail.bye}\n{other[0]}\n"), answers=False), kept


def forwarded_apple(mail):
    """A forwarded message without a word to it, as Apple Mail writes it."""
    mail.prefix = "Fwd: "
    who, _, to, about, date, _ = mail.words["header"]
    other = mail.words["people"][3]
    kept = (
        f"{mail.words['forward']['apple']}\n\n{who}: {other[0]} <{other[1]}>\n{about}: {mail.subject}\n{ANDROID[mail.code][1]}: {date}\n"
        f"{to}: {mail.sender[1]}\n\n{mail.new}"
    )
    return mail.message(part(f"\n{kept}\n\n{mail.disclaimer}\n"), answers=False), kept


def forwarded_with_words(mail):
    """Somebody writes what is wanted, and forwards what it was about."""
    mail.prefix = "Fwd: "
    mail.subject, mail.new = mail.words["new"][2]
    marker, who, date, about, to = mail.words["forward"]["gmail"]
    other = mail.words["people"][3]
    text = (
        f"{mail.new}\n\n{mail.closing()}\n\n{marker}\n{who}: {other[0]} <{other[1]}>\n{date}: Mon, 12 May 2025 09:15\n"
        f"{about}: {mail.subject}\n"
        f"{to}: <{mail.sender[1]}>\n\n\n{mail.old}\n"
    )
    return mail.message(part(text), answers=False), mail.new


def nested(mail):
    """A message as an attachment, with a note that says nothing else or with none."""
    mail.prefix = "WG: " if mail.code == "de" else "FW: "
    other = mail.words["people"][3]
    note = mail.words["fyi"][0] if mail.number % 2 else ""
    inner = (
        f"From: {address(other)}\r\nTo: {address(mail.sender)}\r\nSubject: {encoded(mail.subject)}\r\n"
        f"Date: Mon, 12 May 2025 09:15:00 +0200\r\n"
        f"MIME-Version: 1.0\r\n{part(mail.new + chr(10) * 2 + mail.bye + chr(10) + other[0], LEGACY[mail.code])}"
    )
    body = multipart(
        "mixed", "----=_Part_17", [part(note), f"Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n{inner}"]
    )
    kept = f"From: {other[0]} <{other[1]}>\nSubject: {mail.subject}\n\n{mail.new}"
    return mail.message(body, answers=False), f"{note}\n\n{kept}" if note else kept


def nested_with_words(mail):
    mail.prefix = ""
    other = mail.words["people"][3]
    mail.subject, mail.new = mail.words["new"][2]
    inner = (
        f"From: {address(other)}\r\nSubject: {encoded(mail.subject)}\r\nDate: Mon, 12 May 2025 09:15:00 +0200\r\n"
        f"MIME-Version: 1.0\r\n{part(mail.old)}"
    )
    body = multipart("mixed", "----=_Part_18", [part(f"{mail.new}\n\n{mail.closing()}\n"), f"Content-Type: message/rfc822\r\n\r\n{inner}"])
    return mail.message(body, answers=False), mail.new


def webmail(mail):
    """HTML alone, with the answered message in a quotation."""
    text = mail.new.replace("\n\n", "</div><div><br></div><div>").replace("\n", "</div><div>")
    rich = (
        f'<html><body><div style="font-family: Arial"><div>{text}</div>'
        f'<div><br></div><div>{mail.bye}</div><div>{mail.sender[0]}</div></div><div class="yahoo_quoted"><div>'
        f'{html(mail.attribution("gmail"))}</div><blockquote type="cite">{html(mail.old)}</blockquote></div>'
        '<img src="https://track.example/p.gif" width=1 height=1><script>track()</script></body></html>'
    )
    return mail.message(part(rich, encoding="base64", subtype="html")), mail.new


def attachment(mail):
    mail.prefix = ""
    inner = multipart("alternative", "inner", [part(f"{mail.new}\n\n{mail.closing()}\n"), part(html(mail.new), subtype="html")])
    pdf = (
        f'Content-Type: application/pdf; name="scan.pdf"\r\nContent-Transfer-Encoding: base64\r\n'
        f'Content-Disposition: attachment; filename="scan.pdf"\r\n\r\n{PDF}'
    )
    return mail.message(multipart("mixed", "outer", [inner, pdf]), answers=False), mail.new


CLIENTS = [
    gmail,
    gmail_signature,
    outlook,
    outlook_html,
    apple,
    inline,
    bottom,
    exchange,
    iphone,
    android,
    original,
    mailing_list,
    plain,
    forwarded,
    forwarded_apple,
    forwarded_with_words,
    nested,
    nested_with_words,
    webmail,
    attachment,
]


def other_languages():
    japanese = "在庫はありますか。\n五月の報告書も送ってください。"
    russian = "Здравствуйте!\n\nС меня дважды списали оплату по счёту 40871."
    czech = "Dobrý den,\n\nfaktura byla zaúčtována dvakrát. Vraťte prosím druhou platbu."
    for name, text, charset, encoding in (
        ("iso-2022-jp", japanese, "iso-2022-jp", "7bit"),
        ("koi8-r", russian, "koi8-r", "quoted-printable"),
        ("windows-1250", czech, "windows-1250", "base64"),
    ):
        mail = Mail(90, "en")
        yield name, mail.message(part(f"{text}\n\n-- \nA. B.\nwww.example.org\n", charset, encoding), answers=False), text


def write(folder, name, message, text):
    (HERE / folder).mkdir(exist_ok=True)
    (HERE / folder / f"{name}.eml").write_bytes(message.encode())
    (HERE / folder / f"{name}.txt").write_text(text + "\n", encoding="utf-8", newline="\n")


def main():
    codes = list(LANGUAGES)
    for number in range(60):
        make = CLIENTS[number // 3]
        code = codes[number % len(codes)]
        message, text = make(Mail(number, code))
        write("held-out" if (number + number // 8) % 2 else "tuning", f"{number:02d}-{code}-{make.__name__}", message, text)
    for name, message, text in other_languages():
        write("more", name, message, text)


if __name__ == "__main__":
    main()
