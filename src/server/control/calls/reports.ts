/** Control calls for the reports of a bank: events, requests, timeline, trace, conduct, assumptions, coverage, journal. (§3, §5) */
import { internalsOf } from '../../../bank/http/bank-internals.ts'
import { byHand, type ControlRows } from '../row.ts'
import { answers, queries } from '../schemas/calls.ts'
import { explanation } from '../schemas/records.ts'

export function lastOf<Item>(list: readonly Item[], last: number | undefined): readonly Item[] {
  return last === undefined ? list.slice() : list.slice(Math.max(list.length - last, 0))
}

// biome-ignore format: read it as a table
export const reportCalls: ControlRows = {
  listEvents: byHand('GET /events', 'list the events that the bank emitted', {
    section: '§2.7', query: queries.last, answer: answers.events,
  }, ({ bank, query }) => lastOf(bank.events, query['last'])),
  listRequests: byHand('GET /requests', 'list the requests to the three services, each with its answer', {
    section: '§4', query: queries.last, answer: answers.requests,
  }, ({ bank, query }) => lastOf(bank.requests, query['last'])),
  readTimeline: byHand('GET /timeline', 'return the timeline so far, for people to read', {
    section: '§3', query: queries.timeline, answer: 'text',
  }, ({ bank, query }) => bank.timeline(query)),
  readTrace: byHand('GET /trace', 'show step by step what was asked and what happened, as an HTML page that updates itself', {
    section: '§3', query: queries.trace, answer: 'html',
  }, async ({ bank, query }) => {
    const { followingTraceOf } = await import('../../../bank/reports/trace/trace.ts')
    const { state, keeps } = internalsOf(bank).shell
    return await followingTraceOf(state, keeps, { ...query, follow: 'trace/events' })
  }),
  openLiveTrace: byHand('GET /trace/live', 'show the console: the trace page without data; with the token in #token=, the page then reads the data of the bank', {
    section: '§3', isOpen: true, answer: 'html',
  }, async () => (await import('../../../bank/reports/trace/trace.ts')).emptyFollowingTrace('events')),
  followTrace: byHand('GET /trace/events', 'send the content of the trace page, and then each change, as server-sent events', {
    section: '§3', answer: 'events',
  }, ({ hosted }) => hosted.feed.open()),
  readConduct: byHand('GET /conduct', 'list what your code did against the specification', { section: '§5', answer: answers.conduct },
    ({ bank }) => bank.conduct()),
  explain: byHand('GET /explain/{id}', 'say why a payment, transaction or loan is where it is, and what would move it', {
    section: '§2.8', answer: explanation,
  }, ({ bank, path }) => bank.explain(path['id'] ?? '')),
  listAssumptions: byHand('GET /assumptions', 'list the assumptions that the bank’s answers relied on, where the specification is silent', {
    section: '§4', answer: answers.assumptions,
  }, ({ bank }) => bank.assumptions.used()),
  readCoverage: byHand('GET /coverage', 'list which behaviour of the bank was met so far, and which was not, with a line of test code that would meet it', {
    section: '§7', answer: answers.coverage,
  }, ({ bank }) => bank.coverage()),
  readJournal: byHand('GET /journal', 'list every operation with its time, actor, input and outcome', {
    section: '§3', answer: answers.journal,
  }, ({ bank }) => bank.journal),
}
