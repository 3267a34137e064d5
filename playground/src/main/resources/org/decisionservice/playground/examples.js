/** Requests to start from, each with what it is good for. */
const choice = (name, instructions, options) => ({ name, type: "choice", instructions, other: "", options });
const score = (name, instructions, levels) => ({ name, type: "score", instructions, other: "", options: levels.map((level) => [level, ""]) });
const noul = (name, instructions, whenTrue = "", whenFalse = "") => ({ name, type: "noul", instructions, other: "", options: [[whenTrue, ""], [whenFalse, ""]] });
const json = (value) => JSON.stringify(value, null, 2);

export const TICKET = {
  title: "Route a ticket",
  use: "Which team, how urgent, money back?",
  state: "Hello, I was charged twice for my subscription this month. Please refund the second payment.",
  questions: [
    choice("queue", "Which team should handle this?", [
      ["billing", "payments, invoices and refunds"],
      ["technical", "errors, login and app problems"],
      ["shipping", "delivery and parcels"],
      ["other", "everything else"],
    ]),
    score("urgency", "How urgent is it?", ["calm", "firm", "angry", "furious"]),
    noul("refund", "The customer asks for money back."),
  ],
};

export const EXAMPLES = [
  TICKET,
  {
    title: "Hold back when unsure",
    use: "A threshold that passes one answer and not the other.",
    state: "I have not decided yet whether I stay.",
    threshold: 0.8,
    questions: [
      noul("leaves", "The customer will leave."),
      choice("next", "What does the customer do?", [["stays", "keeps the contract"], ["leaves", "ends the contract"]]),
    ],
  },
  {
    title: "Triage an incident",
    use: "A JSON document instead of a text.",
    state: json({ source: "login service", host: "auth-2", message: "412 failed sign-ins from one address in one hour, the accounts are locked" }),
    questions: [
      score("severity", "How severe is this incident?", ["low", "medium", "high", "critical"]),
      noul("attack", "Somebody tries to break into accounts."),
    ],
  },
  {
    title: "Choose a tool",
    use: "What an assistant should call.",
    state: "What's the weather like in Paris tomorrow?",
    questions: [
      choice("tool", "Which tool answers this?", [
        ["get_weather", "weather of a place"],
        ["search_web", "facts and news"],
        ["send_email", "writes to somebody"],
        ["add_event", "puts something into the calendar"],
      ]),
    ],
  },
  {
    title: "Check an action",
    use: "What an agent is about to do.",
    state: "Delete all files in the backup folder.",
    questions: [
      choice("kind", "What kind of action is this?", [
        ["payment", "sends money"],
        ["message", "sends an e-mail or a chat message"],
        ["deletion", "removes files or data"],
        ["look-up", "only reads or searches"],
      ]),
      noul("deletes", "The action deletes something."),
    ],
  },
  {
    title: "Find phishing",
    use: "A mail that wants a password.",
    state: "Your mailbox is full! Confirm your password within 24 hours or your account will be deleted: secure-mail-login.example",
    questions: [
      noul("phishing", "This is phishing."),
      choice("kind", "What kind of e-mail is this?", [["fraud", "wants a password or money"], ["advertisement", "sells something"], ["personal", "from a person one knows"]]),
    ],
  },
  {
    title: "Read a review",
    use: "How satisfied somebody is.",
    state: "I love this product, best purchase ever. It arrived a day early and works perfectly.",
    questions: [
      score("satisfaction", "How satisfied is the customer?", ["unhappy", "mixed", "happy"]),
      noul("recommends", "The customer recommends the product."),
    ],
  },
  {
    title: "Read a mail",
    use: "What somebody proposes, and about what.",
    state: "We should meet next Tuesday at 10 to discuss the budget for next year.",
    questions: [
      noul("meeting", "Does the message propose a meeting?"),
      choice("about", "What is it about?", [["money", "budget, costs and prices"], ["staff", "hiring, holidays and sick leave"], ["technology", "software and machines"]]),
    ],
  },
  {
    title: "Sort an expense",
    use: "Which account a receipt belongs to.",
    state: json({ merchant: "Hotel Astoria", city: "Vienna", nights: 2, amount: 486.5, currency: "EUR", note: "Two nights at the hotel to visit a customer." }),
    questions: [
      choice("account", "Which account does it belong to?", [["travel", "hotels, trains, flights"], ["meals", "restaurants and catering"], ["equipment", "hardware and software"]]),
      noul("hotel", "It is a hotel bill."),
    ],
  },
  {
    title: "Follow a chat",
    use: "A list of messages.",
    state: json([
      { from: "customer", text: "My parcel has not arrived." },
      { from: "agent", text: "It was sent back to us." },
      { from: "customer", text: "Then send it again, please." },
    ]),
    questions: [
      choice("team", "Which team should go on?", [["shipping", "delivery and parcels"], ["billing", "payments and refunds"], ["technical", "errors and login"]]),
      noul("resend", "The customer wants the parcel to be sent again."),
    ],
  },
];

/** A table to start from, with right answers to the questions of the first example. */
export const CSV_EXAMPLE = `ticket,queue,refund
"I was charged twice, please refund one payment.",billing,yes
"The app crashes whenever I log in.",technical,no
"Where is my parcel? It was due on Monday.",shipping,no
"My invoice shows the wrong amount.",billing,no
"I want my money back, you charged me twice.",billing,yes
"The login page shows an error.",technical,no
"Do you have a job for me?",other,no
`;
