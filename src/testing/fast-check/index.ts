/** A property kit for fast-check: arbitrary requests to a bank, and commands that act as the bank. Only this folder imports fast-check. */
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
