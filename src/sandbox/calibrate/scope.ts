/** How far calibrate may go: each scope contains those before it. */

/** `read` changes nothing; `create` makes records that it removes or names; `money` pays wires and moves money between accounts. */
export type Scope = 'read' | 'create' | 'money'

export const scopes = ['read', 'create', 'money'] as const satisfies readonly Scope[]

/** Whether what needs `needed` may be done where `given` was consented to. */
export const isWithin = (needed: Scope, given: Scope): boolean => scopes.indexOf(needed) <= scopes.indexOf(given)
