/** The entry point of the page: reads the data and renders it. */
import { render } from 'preact'
import type { TraceData } from '../trace-data.ts'
import { App } from './app.tsx'
import { LiveApp } from './live/live-app.tsx'
import './style/base.css'
import './style/scope.css'
import './style/panes.css'
import './style/bar.css'

const data = JSON.parse(globalThis.traceData ?? 'null') as TraceData
const place = document.querySelector('#trace') as HTMLElement

place.textContent = ''
// A page that was saved as a file has no server, so it cannot follow a bank.
const isServed = location.protocol.startsWith('http')
render(
  data.follow !== undefined && isServed ? <LiveApp data={data} follow={data.follow} /> : <App data={data} />,
  place,
)
