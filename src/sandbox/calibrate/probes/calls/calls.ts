/** What the banking API does with calls in general: paths, methods, versions, pages in browsers, bodies without a type. (§4, §7, §9) */

import type { Answer } from '../../../service/traffic.ts'
import type { Probe } from '../../probe.ts'
import { fieldOf, pageIn } from '../field.ts'

/** An id that no record has. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

const isList = ({ isDone, body }: Answer): boolean => isDone && pageIn(body) !== undefined

export const callProbes: readonly Probe[] = [
  {
    name: 'calls that are refused',
    scope: 'read',
    needs: [],
    how: 'looks up a wire that is not there, leaves the token out, and asks for a wire of which nothing is said',
    // The readers of errors tell what comes of it.
    tells: {},
    async run(service) {
      await service.ask('getWire', { parameters: { id: NOBODY } })
      await service.send('getWire', { parameters: { id: NOBODY } })
      await service.ask('createWire', { body: {} })
    },
  },
  {
    name: 'a page in a browser',
    scope: 'read',
    needs: [],
    how: 'lists wires as a page of another origin does',
    // The reader of headers tells what comes of it.
    tells: {},
    async run(service) {
      await service.ask('listWires', { headers: { origin: 'https://page.example' } })
    },
  },
  {
    name: 'paths in other spellings',
    scope: 'read',
    needs: [],
    how: 'lists wires under a path in capitals, and under one with a slash at its end',
    tells: { 'http.paths': 'wires can be listed' },
    async run(service, tell) {
      const plain = await service.ask('listWires')
      if (!isList(plain)) return tell.unknown('http.paths', `wires are listed with ${plain.status}`)
      const headers = { authorization: `Bearer ${await service.token()}` }
      const { origin, pathname } = new URL(service.urlOf('listWires'))
      const capitals = await service.sendTo('GET', origin + pathname.toUpperCase(), { headers })
      const slash = await service.sendTo('GET', `${origin}${pathname}/`, { headers })
      const seen = `in capitals the path was answered ${capitals.status}, with a slash at its end ${slash.status}`
      if (isList(capitals) && isList(slash)) tell.agrees('http.paths', seen)
      else tell.differs('http.paths', seen)
    },
  },
  {
    name: 'undocumented calls',
    scope: 'read',
    needs: [],
    how: 'asks for a path that is not there, and deletes where only reading is known, a record that is not there',
    tells: { 'http.unknownCalls': 'wires can be listed' },
    async run(service, tell) {
      const plain = await service.ask('listWires')
      if (!isList(plain)) return tell.unknown('http.unknownCalls', `wires are listed with ${plain.status}`)
      const headers = { authorization: `Bearer ${await service.token()}` }
      const base = service.urls.baseUrl.replace(/\/$/, '')
      const path = await service.sendTo('GET', `${base}/no/such/path`, { headers })
      const method = await service.sendTo('DELETE', service.urlOf('getWire', { parameters: { id: NOBODY } }), {
        headers,
      })
      const seen = `an unknown path was answered ${path.status}, an unknown method ${method.status}`
      if (path.status === 404 && method.status === 405) tell.agrees('http.unknownCalls', seen)
      else tell.differs('http.unknownCalls', seen)
    },
  },
  {
    name: 'another version',
    scope: 'read',
    needs: [],
    how: 'lists wires at v2, and at v1 with headers that ask for another version',
    tells: { 'versioning.versions': 'wires can be listed' },
    async run(service, tell) {
      const plain = await service.ask('listWires')
      if (!isList(plain)) return tell.unknown('versioning.versions', `wires are listed with ${plain.status}`)
      const headers = { authorization: `Bearer ${await service.token()}` }
      const second = await service.sendTo('GET', service.urlOf('listWires').replace('/v1/', '/v2/'), { headers })
      const asked = { 'api-version': '2', accept: 'application/json; version=2' }
      const negotiated = await service.ask('listWires', { headers: asked })
      const seen = `v2 was answered ${second.status}, v1 with headers that ask for version 2 ${negotiated.status}`
      if (second.status === 404 && negotiated.status === plain.status) tell.agrees('versioning.versions', seen)
      else tell.differs('versioning.versions', seen)
    },
  },
  {
    name: 'a body without a content type',
    scope: 'read',
    needs: [],
    how: 'sends a token request in JSON without saying that it is',
    tells: { 'http.contentType': '' },
    async run(service, tell) {
      const body = service.tokenRequest(service.credentials.audience)
      const answer = await service.send('requestToken', { body, headers: { 'content-type': null } })
      const { status, isDone } = answer
      const seen = `a token request without a content type was answered ${status}`
      if (isDone && typeof fieldOf(answer.body, 'access_token') === 'string') {
        tell.is('http.contentType', 'optional', seen)
      } else if (status >= 400 && status < 500) tell.is('http.contentType', 'required', seen)
      else tell.unknown('http.contentType', `${seen}, without a token`)
    },
  },
]
