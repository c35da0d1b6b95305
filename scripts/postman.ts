// The text of docs/octavo.postman_collection.json: the operations of customers' programs as a collection for Postman,
// which other programs of the kind read as well. Its variables are the address and the key.

import type { ApiDocument } from '../site/reference.ts'

export const postmanFile = new URL('../docs/octavo.postman_collection.json', import.meta.url)

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

export function postmanText(document: ApiDocument): string {
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some(way => 'customerKey' in way))
      .map(([method, operation]) => ({ tag: operation.tags[0]!, item: itemOf(method, path, operation) })),
  )
  const folders = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    }))
    .filter(({ item }) => item.length > 0)
  const collection = {
    info: {
      name: 'Octavo',
      description: 'Set the variables url and authorization: an API key of the sandbox is best to begin with.',
      schema,
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'Authorization', type: 'string' },
        { key: 'value', value: '{{authorization}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'url', value: 'http://127.0.0.1:3000', type: 'string' },
      { key: 'authorization', value: '', type: 'string' },
    ],
    item: folders,
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

type Operation = ApiDocument['paths'][string][string]

function itemOf(method: string, path: string, operation: Operation) {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation
  const example = requestBody?.content['application/json']?.example
  const inQuery = parameters.filter(one => one.in === 'query')
  const inPath = parameters.filter(one => one.in === 'path')
  const inHeader = parameters.filter(one => one.in === 'header')
  const parts = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description: `${description}\n\n${operationId}`,
      header: [
        ...(example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...inHeader.map(({ name, description = '' }) => ({ key: name, value: '', description, disabled: true })),
      ],
      url: {
        raw: `{{url}}${parts}`,
        host: ['{{url}}'],
        path: parts.split('/').slice(1),
        ...(inPath.length === 0
          ? {}
          : { variable: inPath.map(({ name, description = '' }) => ({ key: name, value: '', description })) }),
        ...(inQuery.length === 0
          ? {}
          : {
              query: inQuery.map(({ name, description = '' }) => ({
                key: name,
                value: '',
                description,
                disabled: true,
              })),
            }),
      },
      ...(example === undefined
        ? {}
        : { body: { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } } }),
    },
    response: [],
  }
}
