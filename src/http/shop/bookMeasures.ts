// The measures of a book of a draft, so that its editor can draw it: the same as those of its templates and checks.

import { Type } from 'typebox'
import { createCatalog } from '../../catalog/catalog.ts'
import { catalogProblems } from '../../catalog/catalogProblems.ts'
import { bookInches } from '../../features/files/requirements.ts'
import { noHandling } from '../../pricing/quote.ts'
import { Closed, nullable } from '../objects/common.ts'
import { BookMeasures } from '../products/templates.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { Part, tag } from './operatorData.ts'

export const bookMeasureRoutes = tagged(tag, (): Route[] => [
  route({
    method: 'POST',
    path: '/staff/operator-data/book-measures',
    operationId: 'measureBook',
    // It only answers what it is asked.
    needs: null,
    summary: 'Read the measures of a book in inches',
    description:
      'Of the book that you send, as catalog.json has it, published or not, with the next page count that it allows. Null if it has mistakes. Changes nothing.',
    body: Closed({ book: Part, pageCount: Type.Integer({ minimum: 1 }) }),
    answer: nullable(BookMeasures),
    handle({ body: { book, pageCount } }) {
      const content = { fulfillment: noHandling, skus: [book] }
      if (catalogProblems(content).length > 0) return null
      const catalog = createCatalog(content)
      return bookInches(catalog, catalog.list()[0]!.manufacturingSku, pageCount)
    },
  }),
])
