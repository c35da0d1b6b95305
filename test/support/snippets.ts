// The snippets of a guide as programs: the parts in one language, in their order, are one file.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiledFolder } from '../compiled.ts'
import { freePort } from './ports.ts'

export const languages = { sh: 'sh', ts: 'ts', python: 'py' } as const
export type Language = keyof typeof languages

const runners: Record<Language, string[]> = {
  sh: ['bash', '-e', '-o', 'pipefail'],
  ts: [process.execPath],
  python: ['python3'],
}
/** A snippet that begins with such a comment is a file of its own. */
const fileName = /^(?:\/\/|#) (\w+\.(?:ts|py))\n/
const maxMs = 120_000

/** The snippets of a page in a language. */
export function snippetsOf(guide: URL, language: Language | 'js' | 'py' | 'json'): string[] {
  const fences = readFileSync(guide, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...fences].flatMap(([, name, text = '']) => (name === language ? [text] : []))
}

export function snippetFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-guides-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n')
  /** Writes the snippets as one program; answers its file. */
  function write(name: string, language: Language, snippets: string[], port = 4000): string {
    const parts = snippets.filter(text => {
      const [, file] = fileName.exec(text) ?? []
      if (file !== undefined) writeFileSync(join(folder, file), text)
      return file === undefined
    })
    const file = join(folder, `${name}.${languages[language]}`)
    writeFileSync(file, parts.join('\n').replaceAll('4000', String(port)))
    return file
  }
  return {
    path: folder,
    write,
    /** Runs the snippets to their end; answers what they printed. */
    async run(name: string, language: Language, snippets: string[], env: Record<string, string>): Promise<string> {
      const file = write(name, language, snippets, await freePort()) // that of the guides may be taken
      const [command = '', ...args] = runners[language]
      const child = spawn(command, [...args, file], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: compiledFolder, ...env },
        timeout: maxMs,
      })
      const printed: string[] = []
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', text => printed.push(text))
      const status = await new Promise(resolve => child.once('close', resolve))
      if (status !== 0) throw new Error(`${name} in ${language} ended with ${status}: ${printed.join('')}`)
      return printed.join('')
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
