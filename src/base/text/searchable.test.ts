import assert from 'node:assert/strict'
import { it } from 'node:test'
import { searchable } from './searchable.ts'

it('a name is found with and without its accents', () => {
  for (const [name, typed] of [
    ['José Núñez', 'jose nunez'],
    ['Zoë  Ångström', 'zoe angstrom'],
    ['SØREN ÆBELØ', 'soren aebelo'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Đorđe Þór', 'dorde thor'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ﬁne Ｗｉｄｅ', 'fine wide'],
    ['Nguyễn', 'nguyen'],
  ] as const) {
    assert.equal(searchable(name), typed)
    assert.equal(searchable(typed), typed)
    assert.equal(searchable(name.normalize('NFD')), typed)
  }
})

it('letters of other scripts stay the letters that they are', () => {
  for (const name of ['がぎぐ', '한국', 'हिन्दी', 'ไทย']) assert.equal(searchable(name), name)
})
