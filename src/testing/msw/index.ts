/** `vostro/msw`: the endpoint table as MSW handlers. */
export { bankHandlers, type HandlerOptions } from './handlers.ts'
