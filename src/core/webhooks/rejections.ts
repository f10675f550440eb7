/** What is refused of registrations and events: each with its HTTP status, and the number in the error body. (§7) */
export const webhookRejections = {
  registration_not_found: { status: 404, number: 2003, from: 'http.foreignRecords' },
  registration_exists: { status: 409, number: 2015, from: 'webhooks.duplicate' },
  event_not_found: { status: 404, number: 2023, from: 'http.foreignRecords' },
} as const
