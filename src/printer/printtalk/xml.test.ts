import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attribute, children, parseRoot, readDocument, textOf } from './xml.ts'

describe('a reference in XML', () => {
  const cases: [written: string, read: string][] = [
    ['caf&#233; &#x2014;', 'café —'],
    ['a&#10;b', 'a\nb'],
    ['&#x1F4D6;', '\u{1f4d6}'],
    ['&amp;&lt;&gt;&quot;&apos;', `&<>"'`],
    ['&amp;#233; &amp;lt;', '&#233; &lt;'],
    // References to unknown entities, and to characters that XML cannot contain, stay unchanged.
    ['&#0;&#8;&#xD800;&#x110000;&#xFFFE;', '&#0;&#8;&#xD800;&#x110000;&#xFFFE;'],
    ['&eacute;&nbsp;&__proto__;', '&eacute;&nbsp;&__proto__;'],
  ]
  for (const [written, read] of cases) {
    it(`${written} is read as ${JSON.stringify(read)}`, () => {
      const [element] = children(parseRoot(`<a b="${written}">${written}</a>`), 'a')
      assert.equal(attribute(element, 'b'), read)
      assert.equal(textOf(element), read)
    })
  }

  it('a reference in XML is not decoded in CDATA', () => {
    assert.equal(textOf(children(parseRoot('<a><![CDATA[caf&#233; &amp; tea]]></a>'), 'a')[0]), 'caf&#233; &amp; tea')
  })
})

describe('a document', () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a b="café"/>`
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

  const read: [what: string, Buffer][] = [
    ['without a declaration', Buffer.from('<a b="café"/>')],
    ['in UTF-8', Buffer.from(declared('UTF-8'))],
    ['in UTF-8 with a byte order mark', Buffer.from(`\ufeff${declared('utf-8')}`)],
    ['in ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['in UTF-16', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
    ['in big-endian UTF-16', utf16be(`\ufeff${declared('UTF-16')}`)],
    ['in UTF-8 that declares UTF-16', Buffer.from(declared('utf-16'))],
    ['whose byte order mark differs from its declaration', Buffer.from(`\ufeff${declared('ISO-8859-1')}`)],
  ]
  for (const [what, bytes] of read) {
    it(`a document ${what} is read`, () => {
      const document = readDocument(bytes)
      assert.ok('root' in document, JSON.stringify(document))
      assert.equal(attribute(children(document.root, 'a')[0], 'b'), 'café')
    })
  }

  for (const encoding of ['EBCDIC-CP-US', 'Shift_JIS', 'KOI8-R', 'UTF-7']) {
    it(`a document in ${encoding} is refused, and the problem names the encoding`, () => {
      const problem = `The document declares the encoding ${encoding}; UTF-8, ISO-8859-1 and UTF-16 are accepted.`
      assert.deepEqual(readDocument(Buffer.from(declared(encoding))), { problem })
    })
  }

  it('a document with a document type is refused in any encoding', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    for (const bytes of [Buffer.from(bomb), Buffer.from(`\ufeff${bomb}`, 'utf16le'), utf16be(`\ufeff${bomb}`)]) {
      assert.deepEqual(readDocument(bytes), { problem: 'The body is not acceptable XML.' })
    }
  })
})
