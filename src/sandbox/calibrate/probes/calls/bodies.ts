/** What a call that makes something reads of its body. (§4) */
import type { Probe } from '../../probe.ts'
import { whileRestricted } from '../accounts/spare-restrictions.ts'

export const bodyProbes: readonly Probe[] = [
  {
    name: 'restrictions with more than is asked for',
    scope: 'create',
    needs: ['accountNumber'],
    how: 'places a restriction as it should be, one with a field that there is none of, and one with null for its notes',
    tells: { 'errors.unknownFields': 'a restriction can be placed', 'requests.null': 'a restriction can be placed' },
    run: (service, tell) =>
      whileRestricted(service, async (restrictions) => {
        const plain = await restrictions.place(restrictions.request())
        if (!plain.isDone) {
          const why = `a restriction was answered ${plain.status}`
          tell.unknown('errors.unknownFields', why)
          return tell.unknown('requests.null', why)
        }
        const unknown = await restrictions.place({ ...restrictions.request(), noSuchField: 'calibrate' })
        const seen = `a restriction with an unknown field was answered ${unknown.status}`
        if (unknown.isDone) tell.is('errors.unknownFields', 'ignored', seen)
        else tell.is('errors.unknownFields', 'refused', seen)
        const empty = await restrictions.place({ ...restrictions.request(), notes: null })
        const told = `a restriction with notes null was answered ${empty.status}`
        if (empty.isDone) tell.is('requests.null', 'absent', told)
        else tell.is('requests.null', 'refused', told)
      }),
  },
]
