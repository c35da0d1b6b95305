// The file with its finest photographs an eighth as large, for a renderer that draws pages small: it would decode all
// of their pixels, although the check has decoded them already.

import { isPlainSpace } from '../drawing/colors.ts'
import type { Raster } from '../drawing/jpeg.ts'
import type { Dict } from '../file/lexer.ts'
import { PdfFile } from '../file/pdfFile.ts'
import { joinedSource, type Source } from '../file/source.ts'
import { type Change, changedStream, updateOf } from '../file/update.ts'
import type { DrawingNeeds } from '../pdfFacts.ts'

/** The source itself where nothing is to be changed, and where the index of the file is broken. */
export function withSmallPictures(source: Source, { fineJpegs, means }: DrawingNeeds): Source {
  if (fineJpegs.length === 0) return source
  const file = new PdfFile(source)
  const changes = fineJpegs.flatMap((ref): Change[] => {
    const dict = file.dict(ref)
    const raster = means.get(ref.number)
    if (dict === null || raster === undefined || !isSimple(file, dict)) return []
    return [changedStream(ref, raster.values, small(dict, raster))]
  })
  return changes.length === 0 || file.newestIndex === null ? source : joinedSource(source, updateOf(file, changes))
}

const small = (dict: Dict, { width, height }: Raster): Dict =>
  new Map(dict).set('Width', width).set('Height', height).set('BitsPerComponent', 8)

/** Means of pixels have the mean color, and nothing depends on single pixels. */
function isSimple(file: PdfFile, dict: Dict): boolean {
  const [parameters] = file.filtersOf(dict).map(filter => filter.parameters)
  const hasMatte = file.resolve(file.dict(dict.get('SMask'))?.get('Matte')) !== null
  const hasColorKey = file.array(dict.get('Mask')) !== null
  return isPlainSpace(file, dict.get('ColorSpace')) && !hasMatte && !hasColorKey && !parameters?.has('ColorTransform')
}
