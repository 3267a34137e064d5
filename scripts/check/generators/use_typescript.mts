// Uses the types that openapi-typescript makes of /openapi.json, with openapi-fetch. tsc checks this file against them.
import createClient from 'openapi-fetch';
import type {components, paths} from './decisions.d.ts';

type Schemas = components['schemas'];
const url = process.env['GENERATORS_URL']!;
const state = 'I was charged twice this month. Please refund the second payment.';
const client = createClient<paths>({baseUrl: url, headers: {Authorization: `Bearer ${process.env['GENERATORS_KEY']}`}});
const noul = (instructions: unknown = 'The customer asks for money back.'): Schemas['NoulQuestion'] => ({type: 'noul', instructions});
let failed = false;

async function check(name: string, block: () => Promise<void>) {
    try {
        await block();
        console.log(`passed   TypeScript: ${name}`);
    } catch (error) {
        failed = true;
        console.log(`failed   TypeScript: ${name}: ${String(error).replaceAll('\n', ' ')}`);
    }
}

function hold(condition: boolean, seen: unknown): asserts condition {
    if (!condition) throw new Error(JSON.stringify(seen));
}

async function ask(body: Schemas['DecisionRequest']): Promise<Schemas['DecisionResponse']> {
    const {data, error} = await client.POST('/v1/systemone', {body});
    hold(data !== undefined, error);
    return data;
}

async function refusal(body: Schemas['DecisionRequest'], status: number, headers = {}): Promise<string> {
    const {error, response} = await client.POST('/v1/systemone', {body, headers});
    hold(error !== undefined && response.status === status, error);
    return error.detail;
}

await check('a choice, a score and a noul about a text', async () => {
    const {answers, usage, routing} = await ask({
        state,
        questions: {
            queue: {type: 'choice', instructions: 'Which team?', criteria: {billing: 'payments and refunds', technical: null}},
            urgency: {type: 'score', instructions: 'How urgent?', criteria: ['calm', 'angry']},
            refund: noul(),
        },
        min_confidence: 0,
    });
    const {queue, urgency, refund} = answers;
    hold(queue?.type === 'choice' && Math.abs(queue.probabilities['billing']! + queue.probabilities['technical']! - 1) < 0.001, queue);
    hold((queue.choice === 'billing' || queue.choice === 'technical') && queue.abstention === 'passed', queue);
    hold(urgency?.type === 'score' && urgency.score >= 0 && urgency.score <= 1 && urgency.legend['1'] === 'angry', urgency);
    hold(refund?.type === 'noul' && refund.noul >= 0 && refund.noul <= 1, refund);
    hold(usage.output_tokens === 0 && routing?.detection?.is_english === true, routing);
});

await check('labels as an array, of which one is a number', async () => {
    const {answers: {n}} = await ask({state, questions: {n: {type: 'choice', instructions: 'How many payments?', criteria: [1, 'many']}}});
    hold(n?.type === 'choice' && (n.choice === 1 || n.choice === 'many'), n);
});

await check('an object and an array as state', async () => {
    for (const structured of [{invoice: 4711, lines: [{total: 9.5}]}, [{role: 'user', text: state}]]) {
        const {answers: {refund}} = await ask({state: structured, questions: {refund: noul()}});
        hold(refund?.type === 'noul', refund);
    }
});

await check('an object as instructions', async () => {
    const {answers: {refund}} = await ask({state, questions: {refund: noul({ask: 'Does the customer want money back?'})}});
    hold(refund?.type === 'noul' && refund.noul >= 0, refund);
});

await check('a batch', async () => {
    const {data, error} = await client.POST('/v1/systemone/batch', {body: {states: [state, {text: 'Where is my parcel?'}], questions: {refund: noul()}}});
    hold(data !== undefined, error);
    hold(data.results.length === 2 && data.results.every((result) => 'answers' in result && result.answers['refund']?.type === 'noul') && data.total_usage.input_tokens > 0, data);
});

await check('a refusal for the key is a typed 401', async () => {
    const detail = await refusal({state, questions: {refund: noul()}}, 401, {Authorization: 'Bearer wrong'});
    hold(detail.includes('bearer'), detail);
});

await check('a refusal for a control is a typed 422', async () => {
    const detail = await refusal({state, questions: {refund: noul()}, task: 'nonsense'}, 422);
    hold(detail.includes("'task'"), detail);
});

await check('a refusal for a limit is a typed 413', async () => {
    const questions = Object.fromEntries(Array.from({length: 65}, (_, i) => [`q${i}`, noul()]));
    const detail = await refusal({state, questions}, 413);
    hold(detail.includes('64'), detail);
});

await check('health', async () => {
    const {data} = await client.GET('/health');
    hold(data?.status === 'ok', data);
});

process.exitCode = failed ? 1 : 0;
