/** The page of a trace begins here: it reads its data, and shows it. */
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
// A saved file shows the past: it has no server to ask.
const isServed = location.protocol.startsWith('http')
render(
  data.follow !== undefined && isServed ? <LiveApp data={data} follow={data.follow} /> : <App data={data} />,
  place,
)
