/** A property kit for fast-check: what arrives at a bank and from it, arbitrarily. The only room that imports fast-check. */
export { type BankCommandOptions, type BankDeed, bankCommands } from './commands.ts'
export { accountNumbers, amounts, durations, parties, routingNumbers } from './numbers.ts'
export {
  inboundWires,
  type RequestOptions,
  restrictionRequests,
  transactionRequests,
  transferRequests,
  wireRequests,
} from './requests.ts'
