/** What a bank tells of itself: what it emitted and was asked, its story, what your code did, and what its answers rest on. (§3, §5) */

import { controlRows } from '../row.ts'
import { controlAnswers } from '../schemas/answers.ts'
import { controlQueries } from '../schemas/inputs.ts'
import { lastOf } from './last.ts'

// biome-ignore format: read it as a table
export const reportCalls = controlRows({
  listEvents: {
    method: 'GET', path: '/events', query: controlQueries.last, summary: 'list what the bank emitted', section: '§2.7',
    answer: controlAnswers.events,
    call: ({ bank, fields }) => lastOf(bank.events, fields['last']),
  },
  listRequests: {
    method: 'GET', path: '/requests', query: controlQueries.last, section: '§4',
    summary: 'list the requests to the three services, each with its answer',
    answer: controlAnswers.requests,
    call: ({ bank, fields }) => lastOf(bank.requests, fields['last']),
  },
  readTimeline: {
    method: 'GET', path: '/timeline', query: controlQueries.timeline, answer: 'text', section: '§3',
    summary: 'tell the story so far, for people',
    call: ({ bank, fields }) => bank.timeline(fields),
  },
  readTrace: {
    method: 'GET', path: '/trace', query: controlQueries.trace, answer: 'html', section: '§3',
    summary: 'show step by step what was asked and what happened, as one HTML page that follows the bank',
    call: ({ hosted, fields }) => hosted.followingTrace({ ...fields, follow: 'trace/events' }),
  },
  openLiveTrace: {
    method: 'GET', path: '/trace/live', answer: 'html', isOpen: true, section: '§3',
    summary: 'show the same page to a browser that has a token: it has nothing of the bank in it, and takes the token from #token=',
    call: async () => (await import('../../../bank/reports/trace/trace.ts')).emptyFollowingTrace('events'),
  },
  followTrace: {
    method: 'GET', path: '/trace/events', answer: 'events', section: '§3',
    summary: 'tell what that page shows, and then each change, as server-sent events',
    call: ({ hosted }) => hosted.feed.open(),
  },
  readConduct: {
    method: 'GET', path: '/conduct', summary: 'list what your code did against the specification', section: '§5',
    answer: controlAnswers.conduct,
    call: ({ bank }) => bank.conduct(),
  },
  explain: {
    method: 'GET', path: '/explain/{id}', section: '§2.8',
    summary: 'say why a payment, transaction or loan is where it is, and what would move it',
    answer: controlAnswers.explanation,
    call: ({ bank, path }) => bank.explain(path['id'] as string),
  },
  listAssumptions: {
    method: 'GET', path: '/assumptions', section: '§4',
    summary: 'list what the bank’s answers rested on beyond the specification',
    answer: controlAnswers.assumptions,
    call: ({ bank }) => bank.assumptions.used(),
  },
  readJournal: {
    method: 'GET', path: '/journal', summary: 'give every operation with its time, actor, input and outcome', section: '§3',
    answer: controlAnswers.journal,
    call: ({ bank }) => bank.journal,
  },
})
