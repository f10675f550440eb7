/** What is refused of faults: each with its HTTP status, and the number in the error body. (§7) */
export const faultRejections = {
  fault_not_found: { status: 404, number: 2024, from: 'errors.codes' },
} as const
