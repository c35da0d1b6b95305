// What CIP4's PrintTalk schema says about the envelope, in our own words: which elements are in which, in which order,
// and which attributes they have. The schema itself must not be shipped; docs/printer-protocols.md says how to validate
// against it.

import { XMLParser } from 'fast-xml-parser'

type Rule = {
  /** In this order; `?` may be missing, `+` may come more than once. Others must not be there. */
  children?: readonly string[]
  attributes?: Readonly<Record<string, RegExp>>
  optional?: Readonly<Record<string, RegExp>>
}

const nmtoken = /^[\w.:-]+$/
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
const boolean = /^(true|false|1|0)$/
const credentials = { children: ['Credential+', 'UserAgent?'] }

/** What stands in XJDF's own elements is XJDF's. */
const rules: Readonly<Record<string, Rule>> = {
  PrintTalk: {
    children: ['Header', 'Request'],
    attributes: { timestamp: dateTime },
    optional: { ICSVersions: /./, payloadID: nmtoken, Version: /^2\.[01]$/, xmlns: /^http/, 'xmlns:xjdf': /^http/ },
  },
  Header: { children: ['From', 'Sender?', 'To'] },
  From: credentials,
  Sender: credentials,
  To: { children: ['Credential+'] },
  Credential: { children: ['Identity'], attributes: { domain: nmtoken } },
  Identity: {},
  UserAgent: {},
  Request: {
    children: ['PurchaseOrder?', 'Cancellation?', 'OrderStatusRequest?'],
    attributes: { BusinessID: nmtoken },
    optional: { BusinessRefID: nmtoken, DescriptiveName: /./ },
  },
  PurchaseOrder: {
    children: ['Pricing?', 'xjdf:Comment?', 'xjdf:XJDF+'],
    attributes: { Expires: dateTime },
    optional: { QuoteID: nmtoken, ReorderID: nmtoken, ReturnJDF: boolean },
  },
  Cancellation: { children: ['xjdf:Comment?'], optional: { JobIDRef: nmtoken } },
  OrderStatusRequest: { children: ['StatusRequest+'], attributes: { Subscribed: boolean } },
  StatusRequest: { optional: { JobIDRef: nmtoken, MilestoneAmount: /^(Brief|Completed)$/ } },
}

type Node = { name: string; attributes: Record<string, string>; children: Node[] }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  parseAttributeValue: false,
})

/** Everything in which a document departs from the rules. */
export function shapeMistakes(document: string): string[] {
  const roots = nodesOf(parser.parse(document))
  const mistakes = roots.flatMap(mistakesOf)
  return roots.length === 1 && roots[0]!.name === 'PrintTalk' ? mistakes : ['the root is not PrintTalk', ...mistakes]
}

function nodesOf(parsed: Record<string, unknown>[]): Node[] {
  return parsed.flatMap(one => {
    const name = Object.keys(one).find(key => key !== ':@')
    if (name === undefined || name === '#text') return []
    const attributes = (one[':@'] ?? {}) as Record<string, string>
    return [{ name, attributes, children: nodesOf(one[name] as Record<string, unknown>[]) }]
  })
}

function mistakesOf({ name, attributes, children }: Node): string[] {
  if (name.startsWith('xjdf:')) return []
  const rule = rules[name]
  if (rule === undefined) return [`there is no element ${name}`]
  const { attributes: required = {}, optional = {} } = rule
  const missing = Object.keys(required).filter(key => !(key in attributes))
  const known = { ...required, ...optional }
  return [
    ...missing.map(key => `${name} needs ${key}`),
    ...Object.entries(attributes).flatMap(([key, value]) =>
      known[key] === undefined
        ? [`${name} has no ${key}`]
        : known[key].test(value)
          ? []
          : [`${name}@${key} is ${value}`],
    ),
    ...orderMistakes(name, children, rule.children ?? []),
    ...children.flatMap(mistakesOf),
  ]
}

function orderMistakes(name: string, children: Node[], expected: readonly string[]): string[] {
  const pattern = expected.map(one => {
    const child = one.replace(/[?+]$/, '')
    return one.endsWith('?') ? `(?:${child} )?` : one.endsWith('+') ? `(?:${child} )+` : `${child} `
  })
  const found = children.map(child => `${child.name} `).join('')
  return new RegExp(`^${pattern.join('')}$`).test(found)
    ? []
    : [`${name} holds ${found || 'nothing'}, expected ${expected}`]
}
