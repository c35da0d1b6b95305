// What a file contains besides page content.

import { specimensOf } from './specimen.ts'
import { writeBook } from './write.ts'

export const documentParts = specimensOf(add => {
  // What is in a file beside its pages.
  const annotated = (entries: string) =>
    writeBook({
      objects: [`<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`],
      page: page => (page === 2 ? '/Annots [4 0 R]' : ''),
    })
  const link = '/Subtype /Link /A << /S /URI /URI (https://example.com) >>'
  add('link', () => annotated(link), [])
  add('link without a border', () => annotated(`${link} /F 4 /Border [0 0 0]`), [])
  add('link with a border that prints', () => annotated(`${link} /F 4 /Border [0 0 1]`), ['annotations'])
  add('note', () => annotated('/Subtype /Text /Contents (Look)'), ['annotations'])
  add('hidden note', () => annotated('/Subtype /Text /Contents (Look) /F 2'), [])
  add(
    'form field',
    () => writeBook({ catalog: '/AcroForm << /Fields [4 0 R] >>', objects: ['<< /FT /Tx /T (name) >>'] }),
    ['form_fields'],
  )
  add('XFA', () => writeBook({ catalog: '/AcroForm << /Fields [] /XFA (x) >>' }), ['form_xfa'])
  add('script at opening', () => writeBook({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), [
    'scripts',
  ])
  add(
    'script by name',
    () =>
      writeBook({
        catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>',
        objects: ['<< /S /JavaScript /JS (x) >>'],
      }),
    ['scripts'],
  )
  add('script of a page', () => writeBook({ page: () => '/AA << /O << /S /JavaScript /JS (x) >> >>' }), ['scripts'])
  add('program that is started', () => writeBook({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), ['actions'])
  add(
    'attachment',
    () =>
      writeBook({
        catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
        objects: ['<< /Type /Filespec /F (a.exe) >>'],
      }),
    ['attachments'],
  )
})
