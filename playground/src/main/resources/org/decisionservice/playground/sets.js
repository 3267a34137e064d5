/** The question sets of this service, which fill in the questions of the form. */
import { byId, element, say } from "./dom.js";
import { drafted } from "./lines.js";
import { Fault } from "./plain.js";
import * as service from "./service.js";

/** What the form has of a question; one with more than that would be asked as another. */
const MEMBERS = ["type", "instructions", "criteria"];

let sets = new Map();

/** The questions of the set that is chosen, as the form has them; null if this page cannot ask them, which it then says. */
export function chosen() {
  const set = sets.get(byId("sets").value);
  byId("sets").value = "";
  if (!set) return null;
  const questions = Object.entries(set.questions);
  try {
    const [odd] = questions.find(([, question]) => Object.keys(question).some((member) => !MEMBERS.includes(member))) ?? [];
    if (odd !== undefined) throw new Fault(`this page does not have a field for every part of its question ${JSON.stringify(odd)}`);
    return questions.map(([name, question]) => drafted(name, question));
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    say(`The question set ${set.name} cannot be used here: ${fault.words}.`);
    return null;
  }
}

/** Offers the sets if this service has any. */
export async function offer() {
  if (sets.size || !(await service.offers())?.sets) return;
  const listed = await service.questionSets();
  sets = new Map(listed.map((set) => [set.name, set]));
  byId("sets").append(...listed.map(({ name, description }) => element("option", { value: name, textContent: name, title: description ?? "" })));
  byId("sets-panel").hidden = !sets.size;
}
