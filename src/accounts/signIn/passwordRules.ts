// The rules for new passwords (NIST SP 800-63B, 3.1.1.2): long enough, not one of the most common, and not a part of
// the email address. There are no rules about kinds of characters, which make people choose worse passwords.
//
// commonPasswords.txt lists the passwords of sufficient length among the 50,000 most common, in lower case. They are
// from the npm package @zxcvbn-ts/language-common 4.1.3 (MIT license).

import { readFileSync } from 'node:fs'
import { say, type Translatable } from '../../../languages/texts.ts'
import { malformedField } from '../../base/refusal.ts'

export const passwordLength = { min: 10, max: 128 }

/** Refuses the field at `pointer` with malformed_request. */
export function checkNewPassword(password: string, email: string, pointer: string): void {
  const fault = faultOf(password, email)
  if (fault !== null) throw malformedField(pointer, 'password_refused', fault)
}

function faultOf(password: string, email: string): Translatable | null {
  const { min, max } = passwordLength
  if (password.length < min || password.length > max)
    return say('A password must have {min} to {max} characters.', { min, max })
  const word = password.toLowerCase()
  const address = email.toLowerCase()
  if (word === address || word === address.split('@')[0] || word === address.split('@')[1])
    return say('The password must not contain your email address or a part of it.')
  if (isRepeated(word) || commonPasswords().has(word))
    return say('This password is too common. Choose a sentence that only you know.')
  return null
}

/** Such as `aaaaaaaaaa` and `octavooctavo`. */
const isRepeated = (word: string): boolean => `${word}${word}`.indexOf(word, 1) < word.length

let loaded: ReadonlySet<string> | null = null
/** Loaded when the first password is chosen. */
function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8').split('\n'))
  return loaded
}
