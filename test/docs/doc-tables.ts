/** What the reference pages tell, read from the source: its tables, its runs, and its documented types. */
import {
  type ClassDeclaration,
  createSourceFile,
  type InterfaceDeclaration,
  isArrowFunction,
  isClassDeclaration,
  isGetAccessor,
  isIdentifier,
  isInterfaceDeclaration,
  isPropertyDeclaration,
  type Node,
  ScriptTarget,
} from 'typescript'
import { endpoints } from '../../src/contract/endpoints.ts'
import { errorSchemas } from '../../src/contract/error.ts'
import { fieldSourcesOf } from '../../src/contract/record.ts'
import type { Source } from '../../src/core/assumptions/catalogue.ts'
import { faultKinds } from '../../src/core/faults/fault-kinds.ts'
import { loanStatuses, movesFrom } from '../../src/core/loans/loan-status.ts'
import { bankEvents } from '../../src/core/webhooks/event-name.ts'
import { changeKinds } from '../../src/explore/changes/change-kinds.ts'
import { runCalls } from '../../src/openapi/runs/calls.ts'
import { runEvents } from '../../src/openapi/runs/events.ts'
import { occasions } from '../../src/openapi/webhooks.ts'
import { sourceFiles } from '../rules/source-files.ts'

/** For each kind of record, a call that answers with a single one, in the order of the reference. */
const answering = [
  'requestToken',
  'discoverTokenServer',
  'createWire',
  'registerWebhook',
  'getEvent',
  'createRestriction',
  'createSubledger',
  'transferFunds',
  'getLoanSummary',
] as const

/** Every record, with the source of each of its fields. */
export function recordFields() {
  const { fields } = fieldSourcesOf(endpoints.listWires.response)
  const own = Object.entries(fields).filter(([path]) => !path.includes('.'))
  return [
    ...answering.map((name) => fieldSourcesOf(endpoints[name].response)),
    { record: 'page', fields: Object.fromEntries(own) },
    ...Object.values(errorSchemas).map(fieldSourcesOf),
  ]
}

export {
  bankEvents,
  changeKinds,
  endpoints,
  faultKinds,
  fieldSourcesOf,
  loanStatuses,
  movesFrom,
  occasions,
  runCalls,
  runEvents,
  type Source,
}

/** A member of an interface, as its doc comment tells it. */
export interface Member {
  readonly name: string
  /** As it is declared: `get(id: string): WirePayment`, without its comment. */
  readonly signature: string
  /** The first paragraph of the comment. */
  readonly text: string
  /** The codes that it throws, as the comment lists them. */
  readonly throws: readonly string[]
}

/** The documented members of an exported interface, wherever it is declared. Overloads are one member. */
export function membersOf(name: string): Member[] {
  const { members: own, heritageClauses = [] } = declarationOf(name)
  // Left out are bases that have a section of their own: types made from others, such as `Omit<…>`, and the place of a fault.
  const bases = heritageClauses.flatMap(({ types }) => types.filter((each) => !each.typeArguments))
  const names = bases.map(({ expression }) => expression.getText()).filter((base) => base !== 'FaultPlace')
  const members: Member[] = names.flatMap(membersOf)
  for (const member of own) {
    const known = members.at(-1)
    // Left out are private members of a class, and members with computed names, which only other parts of vostro use.
    if (member.name === undefined || !isIdentifier(member.name)) continue
    const memberName = member.name.getText()
    if (known?.name === memberName) continue
    const comment = commentOf(member)
    members.push({
      name: memberName,
      signature: withoutUndefined(
        declared(member)
          .replace(/\/\*\*[\s\S]*?\*\//g, '')
          // Joins the fields of a type that has one field on each line.
          .replace(/(\w)\n\s+(?=\w+\??:)/g, '$1; ')
          .replace(/\s+/g, ' '),
      ),
      text: (comment.split(/\n\s*\n|(?:^|\s)@(?!deprecated)/)[0] ?? '')
        .replace(/\s+/g, ' ')
        .replace('@deprecated', 'Deprecated:')
        .trim(),
      throws: [...comment.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = '']) => code),
    })
  }
  return members
}

/** A member as an interface would declare it: a getter as a field, a field with a function as a method. */
function declared(member: Node): string {
  if (isGetAccessor(member)) return `${member.name.getText()}: ${member.type?.getText()}`
  if (!isPropertyDeclaration(member)) return member.getText()
  const { initializer } = member
  if (initializer === undefined || !isArrowFunction(initializer)) return member.getText()
  const parameters = initializer.parameters.map((each) =>
    each.getText().replace(/^\{.*\}: (\w+) = \{\}$/, 'options?: $1'),
  )
  return `${member.name.getText()}(${parameters.join(', ')}): ${initializer.type?.getText()}`
}

function declarationOf(name: string): InterfaceDeclaration | ClassDeclaration {
  const file = sourceFiles().find(({ text }) => new RegExp(`^export (interface|class) ${name}\\b`, 'm').test(text))
  if (file === undefined)
    throw new Error(`Failed to find the interface or class "${name}" in src. Mend test/docs/doc-pages.ts.`)
  const source = createSourceFile(file.path, file.text, ScriptTarget.ES2022, true)
  return source.statements.find((each: Node): each is InterfaceDeclaration | ClassDeclaration => {
    return (isInterfaceDeclaration(each) || isClassDeclaration(each)) && each.name?.text === name
  }) as InterfaceDeclaration
}

/** Leaves out `| undefined` where an optional field says it already. The type that a call returns keeps it. */
function withoutUndefined(signature: string): string {
  const inside = signature.replace(/ \| undefined(?=[,;)} ])/g, '')
  return /^(readonly )?\w+\?:/.test(inside) ? inside.replace(/ \| undefined$/, '') : inside
}

/** The comment before a member; if there is none, the last comment within the member. */
function commentOf(member: Node): string {
  const before = member.getFullText().slice(0, member.getStart() - member.getFullStart())
  const comments = before.match(/\/\*\*[\s\S]*?\*\//g) ?? member.getText().match(/\/\*\*[\s\S]*?\*\//g) ?? []
  return (comments.at(-1) ?? '').replace(/^\/\*\*|\*\/$/g, '').replace(/^ *\* ?/gm, '')
}
