// Which service, and which key: from the environment, or as `octavo login` stored them.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { exitStatus, Failure } from './failures.ts'

export type Login = { url: string; authorization: string }

export const folder = () => join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'octavo')
const file = () => join(folder(), 'login.json')

export function readLogin(): Login {
  const { OCTAVO_URL: url, OCTAVO_AUTHORIZATION: authorization } = process.env
  if (url && authorization) return { url, authorization }
  try {
    return JSON.parse(readFileSync(file(), 'utf8'))
  } catch {
    throw new Failure(
      'You are not logged in: run octavo login --url <address>, or set OCTAVO_URL and OCTAVO_AUTHORIZATION.',
      exitStatus.usage,
    )
  }
}

export function address(value: string): string {
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value
  throw new Failure(`${value} is not an http or https address, such as https://print.example.`, exitStatus.usage)
}

/** Only the owner may read the file: it holds a key. */
export function storeLogin(login: Login): string {
  writePrivate(file(), JSON.stringify(login))
  return file()
}

/** Deletes the stored login; the file that it was in, or null when there was none. */
export function deleteLogin(): string | null {
  if (!existsSync(file())) return null
  rmSync(file())
  return file()
}

export function writePrivate(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
}
