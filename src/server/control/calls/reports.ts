/** Control calls for the reports of a bank: events, requests, timeline, trace, conduct, assumptions, coverage, journal. (§3, §5) */
import type { ControlRows } from '../row.ts'
import { answers, queries } from '../schemas/calls.ts'
import { explanation } from '../schemas/records.ts'

export function lastOf<Item>(list: readonly Item[], last: number | undefined): readonly Item[] {
  return last === undefined ? list.slice() : list.slice(Math.max(list.length - last, 0))
}

// biome-ignore format: read it as a table
export const reportCalls: ControlRows = {
  listEvents: {
    method: 'GET', path: '/events', query: queries.last, summary: 'list the events that the bank emitted', section: '§2.7',
    answer: answers.events,
    call: ({ bank, query }) => lastOf(bank.events, query['last']),
  },
  listRequests: {
    method: 'GET', path: '/requests', query: queries.last, section: '§4',
    summary: 'list the requests to the three services, each with its answer',
    answer: answers.requests,
    call: ({ bank, query }) => lastOf(bank.requests, query['last']),
  },
  readTimeline: {
    method: 'GET', path: '/timeline', query: queries.timeline, answer: 'text', section: '§3',
    summary: 'return the timeline so far, for people to read',
    call: ({ bank, query }) => bank.timeline(query),
  },
  readTrace: {
    method: 'GET', path: '/trace', query: queries.trace, answer: 'html', section: '§3',
    summary: 'show step by step what was asked and what happened, as an HTML page that updates itself',
    call: ({ hosted, query }) => hosted.followingTrace({ ...query, follow: 'trace/events' }),
  },
  openLiveTrace: {
    method: 'GET', path: '/trace/live', answer: 'html', isOpen: true, section: '§3',
    summary: 'show the console: the trace page without data; the page then reads the data of the bank with the token in #token=',
    call: async () => (await import('../../../bank/reports/trace/trace.ts')).emptyFollowingTrace('events'),
  },
  followTrace: {
    method: 'GET', path: '/trace/events', answer: 'events', section: '§3',
    summary: 'send the content of the trace page, and then each change, as server-sent events',
    call: ({ hosted }) => hosted.feed.open(),
  },
  readConduct: {
    method: 'GET', path: '/conduct', summary: 'list what your code did against the specification', section: '§5',
    answer: answers.conduct,
    call: ({ bank }) => bank.conduct(),
  },
  explain: {
    method: 'GET', path: '/explain/{id}', section: '§2.8',
    summary: 'say why a payment, transaction or loan is where it is, and what would move it',
    answer: explanation,
    call: ({ bank, path }) => bank.explain(path['id'] ?? ''),
  },
  listAssumptions: {
    method: 'GET', path: '/assumptions', section: '§4',
    summary: 'list the assumptions that the bank’s answers relied on, where the specification is silent',
    answer: answers.assumptions,
    call: ({ bank }) => bank.assumptions.used(),
  },
  readCoverage: {
    method: 'GET', path: '/coverage', section: '§7',
    summary: 'list the behaviour of the bank that was met so far, and the behaviour that was not, with a line of a test that would meet it',
    answer: answers.coverage,
    call: ({ bank }) => bank.coverage(),
  },
  readJournal: {
    method: 'GET', path: '/journal', summary: 'list every operation with its time, actor, input and outcome', section: '§3',
    answer: answers.journal,
    call: ({ bank }) => bank.journal,
  },
}
