/** Requests to start from. */
export const EXAMPLES = {
  ticket: {
    state: "Hello, I was charged twice for my subscription this month. Please refund the second payment.",
    questions: {
      queue: {
        type: "choice",
        instructions: "Which team should handle this?",
        criteria: {
          billing: "payments, invoices and refunds",
          technical: "errors, login and app problems",
          shipping: "delivery and parcels",
          other: null,
        },
      },
      urgency: { type: "score", instructions: "How urgent is it?", criteria: ["calm", "firm", "angry", "furious"] },
      refund: { type: "noul", instructions: "The customer asks for money back." },
    },
  },
  incident: {
    state: JSON.stringify(
      { source: "login service", host: "auth-2", failures_last_hour: 412, message: "Too many failed sign-ins from one address" },
      null,
      2,
    ),
    questions: {
      severity: { type: "score", instructions: "How severe is this incident?", criteria: ["noise", "minor", "major", "critical"] },
      attack: {
        type: "noul",
        instructions: "Is somebody trying to break in?",
        criteria: { true: "an attack on accounts", false: "an ordinary fault" },
      },
    },
  },
  german: {
    state: "Guten Tag, mein Paket ist seit einer Woche nicht angekommen. Wo bleibt es?",
    questions: {
      queue: {
        type: "choice",
        instructions: "Which team should handle this?",
        criteria: { billing: "payments and refunds", shipping: "delivery and parcels", other: null },
      },
    },
  },
  empty: { state: "", questions: {} },
};
