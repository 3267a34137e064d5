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
      ["other", ""],
    ]),
    score("urgency", "How urgent is it?", ["calm", "firm", "angry", "furious"]),
    noul("refund", "The customer asks for money back."),
  ],
};

export const EXAMPLES = [
  TICKET,
  {
    title: "Triage an incident",
    use: "A JSON document instead of a text.",
    state: json({ source: "login service", host: "auth-2", failures_last_hour: 412, message: "Too many failed sign-ins from one address" }),
    questions: [
      score("severity", "How severe is this incident?", ["noise", "minor", "major", "critical"]),
      noul("attack", "Is somebody trying to break in?", "an attack on accounts", "an ordinary fault"),
    ],
  },
  {
    title: "Gate an agent",
    use: "Go ahead, ask first, or stop.",
    state: json({ tool: "send_payment", arguments: { to: "Nordwind Ltd", amount: 12400, currency: "EUR" }, user_said: "Pay the invoice from Nordwind." }),
    questions: [
      choice("gate", "May the agent make this call?", [
        ["go ahead", "the user asked for exactly this, and it can be undone"],
        ["ask first", "it costs money, or cannot be undone"],
        ["stop", "the user did not ask for it"],
      ]),
      noul("asked", "The user asked for this action."),
    ],
  },
  {
    title: "Check a statement",
    use: "Does the text support it?",
    state: json({ source: "The warranty covers defects in material for two years. Damage by water is not covered.", statement: "A phone that fell into a lake is repaired for free." }),
    questions: [noul("supported", "The source supports the statement."), noul("contradicted", "The source contradicts the statement.")],
  },
  {
    title: "Find phishing",
    use: "A mail that wants a password.",
    state: "Your mailbox is full! Confirm your password within 24 hours or your account will be deleted: secure-mail-login.example",
    questions: [
      noul("phishing", "This message tries to steal a password or money.", "an attempt to defraud", "an ordinary message"),
      choice("act", "What should the mail filter do?", [["deliver", ""], ["warn", "deliver with a warning"], ["hold", "keep it for a person to check"]]),
    ],
  },
  {
    title: "Moderate a comment",
    use: "What to hide, what a person reads.",
    state: "You clearly have no idea what you are talking about. Go back to school before you post here again.",
    questions: [
      score("tone", "How hostile is this comment?", ["friendly", "neutral", "rude", "abusive"]),
      noul("person", "The comment attacks a person rather than an opinion."),
    ],
  },
  {
    title: "Read a review",
    use: "How satisfied, and with what.",
    state: "The headphones sound great, but the left one stopped charging after three weeks and support never wrote back.",
    questions: [
      score("satisfaction", "How satisfied is the customer?", ["very unhappy", "unhappy", "mixed", "happy", "delighted"]),
      choice("about", "What is the main complaint?", [["quality", "it broke or works badly"], ["service", "support or delivery"], ["price", ""], ["nothing", "there is no complaint"]]),
    ],
  },
  {
    title: "Rank a lead",
    use: "Who is called back first.",
    state: "We are a chain of 40 bakeries and want to replace our till software before summer. Could you show us yours next week?",
    questions: [
      score("interest", "How close is this company to buying?", ["just looking", "comparing", "ready to talk", "ready to buy"]),
      noul("meeting", "They ask for a meeting or a demonstration."),
    ],
  },
  {
    title: "Sort an expense",
    use: "Account and policy at once.",
    state: json({ merchant: "Hotel Astoria", city: "Vienna", nights: 2, amount: 486.5, currency: "EUR", note: "customer visit, minibar 38 EUR" }),
    questions: [
      choice("account", "Which account does it belong to?", [["travel", "hotels, trains, flights"], ["meals", "restaurants and catering"], ["equipment", "hardware and software"], ["other", ""]]),
      noul("private", "Part of it looks private."),
    ],
  },
  {
    title: "Answer in German",
    use: "The language is detected.",
    state: "Guten Tag, mein Paket ist seit einer Woche nicht angekommen. Wo bleibt es?",
    questions: [choice("queue", "Which team should handle this?", [["billing", "payments and refunds"], ["shipping", "delivery and parcels"], ["other", ""]])],
  },
];

/** A table to start from, with right answers to the questions of the first example. */
export const CSV_EXAMPLE = `ticket,queue,refund
"I was charged twice, please refund one payment.",billing,yes
"The app crashes whenever I log in.",technical,no
"Where is my parcel? It was due on Monday.",shipping,no
"My invoice shows the wrong amount.",billing,no
"I want my money back, the box came crushed.",shipping,yes
"Your error message says: code 500, try later.",technical,no
"Do you have a job for me?",other,no
`;
