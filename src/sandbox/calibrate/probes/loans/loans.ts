/** What the loan service answers: how much at once, which calls, by which Id. It only reads. (§2.10, §4, §8) */
import type { Probe } from '../../probe.ts'
import { summaryOf } from './loan-summaries.ts'

const SERVED = 'summaries are answered'

export const loanProbes: readonly Probe[] = [
  {
    name: 'all loans',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for a summary without parameters, with their Total, and with more than came',
    tells: { 'loans.take': 'there are more loans than come at once' },
    async run(service, tell) {
      const plain = await summaryOf(service)
      const counted = await summaryOf(service, { Include: 'Total' })
      const [came, all] = [plain.loans.length, counted.total]
      if (!plain.isDone) return tell.unknown('loans.take', `a summary was answered ${plain.status}`)
      if (came >= all) return tell.unknown('loans.take', `all ${came} loans came: whether more would is not known`)
      const more = await summaryOf(service, { Take: String(all) })
      const seen = `of ${all} loans ${came} came, and with Take=${all} ${more.loans.length}`
      if (more.loans.length === came && came > 0) tell.is('loans.take', came, seen)
      else tell.differs('loans.take', seen)
    },
  },
  {
    name: 'summaries that are refused',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks to take something that is no number',
    // The reader of errors tells what comes of it.
    tells: {},
    async run(service) {
      await summaryOf(service, { Take: 'many' })
    },
  },
  {
    name: 'one loan by its Id',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for a loan by its Id in capitals, and by a text that is no UUID',
    tells: { 'loans.id': 'there is a loan whose Id has a letter' },
    async run(service, tell) {
      const { ids } = await summaryOf(service)
      const id = ids.find((each) => /[a-f]/i.test(each))
      if (id === undefined) return tell.unknown('loans.id', 'there is no loan whose Id has a letter')
      const capitals = await summaryOf(service, { id: id.toUpperCase() })
      const none = await summaryOf(service, { id: 'no-uuid' })
      const isFound = capitals.ids.length === 1 && capitals.ids[0] === id.toLowerCase()
      const seen = `by an Id in capitals ${capitals.ids.length} loans came, by a text that is no UUID ${none.ids.length}, with ${none.status}`
      if (isFound && none.isDone && none.ids.length === 0) tell.agrees('loans.id', seen)
      else tell.differs('loans.id', seen)
    },
  },
  {
    name: 'the call for funding',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for /FundingInfo, of which only the name is known',
    tells: { 'loans.calls': '' },
    async run(service, tell) {
      const headers = { authorization: `Bearer ${await service.token(true)}` }
      const url = service.urlOf('getLoanSummary').replace(/LoanSummary$/, 'FundingInfo')
      const { status } = await service.sendTo('GET', url, { headers })
      const seen = `GET /FundingInfo was answered ${status}`
      if (status === 404) tell.agrees('loans.calls', seen)
      else tell.differs('loans.calls', seen)
    },
  },
  {
    name: 'parameters that change nothing',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for a summary with a parameter that there is none of, and with Meta',
    tells: { 'loans.unknownParameters': 'there is a loan', 'loans.metaParameter': SERVED },
    async run(service, tell) {
      const plain = await summaryOf(service)
      const unknown = await summaryOf(service, { NoSuchField: 'x' })
      const meta = await summaryOf(service, { Meta: 'x' })
      const isSame = (other: typeof plain) => other.isDone && other.ids.join() === plain.ids.join()
      if (!plain.isDone) return tell.unknown('loans.metaParameter', `a summary was answered ${plain.status}`)
      const told = (other: typeof plain) =>
        `${other.ids.length} loans came with it, ${plain.ids.length} without, status ${other.status}`
      if (isSame(meta)) tell.agrees('loans.metaParameter', told(meta))
      else tell.differs('loans.metaParameter', told(meta))
      if (isSame(unknown) && plain.ids.length === 0) tell.unknown('loans.unknownParameters', 'there is no loan')
      else if (isSame(unknown)) tell.agrees('loans.unknownParameters', told(unknown))
      else tell.differs('loans.unknownParameters', told(unknown))
    },
  },
]
