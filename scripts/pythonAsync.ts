// The text of clients/python/octavo_client/aio.py: each call of client.py once more for asyncio.

import { readFileSync } from 'node:fs'

export const pythonAsyncFile = new URL('../clients/python/octavo_client/aio.py', import.meta.url)
const clientFile = new URL('../clients/python/octavo_client/client.py', import.meta.url)

const classPattern = /^class (\w+):\n([\s\S]*?)(?=^\S)/gm
const methodPattern = /^ {4}def ([a-z]\w*)\(([^)]*)\) -> (.+):$/gm
const memberPattern = /self\.(\w+) = (\w+)\(self\._transport\)/g

export function pythonAsyncText(): string {
  const client = readFileSync(clientFile, 'utf8')
  const members = [...client.matchAll(memberPattern)].map(([, name, type]) => ({ name: name!, type: type! }))
  const bodies = new Map([...`${client}\nend`.matchAll(classPattern)].map(([, name, body]) => [name!, body!]))
  const octavo = bodies.get('Octavo')!
  const imported = client.match(/^from collections\.abc[\s\S]*?(?=^FIRST_)/m)![0]
  return `"""Generated from client.py by \`npm run docs\`. Do not edit.

The same client for asyncio. Each call runs in a thread of its own, because the standard library has no other way.
"""

from __future__ import annotations

import asyncio
import time
${usedImports(imported, client)}
Row = TypeVar("Row")
_END: Any = object()


async def _each(rows: Iterator[Row]) -> AsyncIterator[Row]:
    while (row := await asyncio.to_thread(next, rows, _END)) is not _END:
        yield row


${members.map(({ type }) => `class Async${type}:\n    def __init__(self, calls: ${type}) -> None:\n        self._calls = calls\n\n${methodsOf(bodies.get(type)!)}`).join('\n\n')}

class AsyncOctavo:
    """A connection to the service for asyncio."""

    def __init__(${octavo.match(/def __init__\(([\s\S]*?)\) -> None/)![1]}) -> None:
        self._calls = Octavo(url, authorization, attempts=attempts, timeout_seconds=timeout_seconds, pause=pause)
${members.map(({ name, type }) => `        self.${name} = Async${type}(self._calls.${name})\n`).join('')}
${methodsOf(octavo)}`
}

/** The imports of client.py that its calls name in their signatures, and the classes of client.py. */
function usedImports(imported: string, client: string): string {
  const classes = [...client.matchAll(memberPattern)].map(([, , type]) => type!)
  const signatures = [...client.matchAll(methodPattern)].map(([text]) => text).join('\n')
  const names = (from: string) =>
    [...imported.matchAll(new RegExp(`^from ${from} import (?:\\(([^)]*)\\)|(.+))$`, 'gm'))]
      .flatMap(([, long, short]) => (long ?? short!).split(','))
      .map(name => name.trim())
      .filter(name => name !== '' && new RegExp(`\\b${name}\\b`).test(signatures))
  return `from collections.abc import AsyncIterator, ${['Callable', 'Iterator', 'Sequence'].join(', ')}
from datetime import ${names('datetime').join(', ')}
from pathlib import Path
from typing import ${['Any', ...names('typing').filter(name => name !== 'Any'), 'TypeVar'].sort().join(', ')}

from .client import ${['Octavo', ...classes].sort().join(', ')}
from .types import (
${names('\\.types')
  .map(name => `    ${name},\n`)
  .join('')})
`
}

/** The methods of a class, whose results are awaited; an iterator becomes an asynchronous one. */
function methodsOf(body: string): string {
  const methods = [...body.matchAll(methodPattern)].map(([, name, parameters, result]) => {
    const given = argumentsOf(parameters!)
    const call = [`self._calls.${name}`, ...given].join(', ')
    const rows = /^Iterator\[(.*)\]$/.exec(result!)?.[1]
    const signature = (kind: string, type: string) => `    ${kind} ${name}(${parameters}) -> ${type}:`
    return rows === undefined
      ? `${signature('async def', result!)}\n        return await asyncio.to_thread(${call})\n`
      : `${signature('def', `AsyncIterator[${rows}]`)}\n        return _each(self._calls.${name}(${given.join(', ')}))\n`
  })
  return methods.join('\n')
}

/** Parameters after the star are passed by name. */
function argumentsOf(parameters: string): string[] {
  const names = parameters.split(/,\s*(?![^[]*\])/).map(parameter => parameter.trim().split(/[:=]/)[0]!.trim())
  const star = names.indexOf('*')
  return names
    .filter(name => name !== '' && name !== 'self')
    .filter(name => name !== '*')
    .map(name => (star !== -1 && names.indexOf(name) > star ? `${name}=${name}` : name))
}
