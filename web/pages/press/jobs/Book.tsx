// A book of a job with all its pages.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { BookScreen } from '../../../components/books/viewer/BookScreen.tsx'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { t } from '../../../language.ts'
import { useParam } from '../../../shell/frame/mode.ts'
import { useBookPosition } from '../../../shell/orders/bookPosition.ts'

export function Page() {
  const jobId = useParam('jobId')
  const item = Number(useParam('item'))
  const [position, turnTo] = useBookPosition()
  const book = useQuery({
    queryKey: ['press', 'job', jobId, 'book', item],
    queryFn: () => api.GET('/press/jobs/{jobId}/books/{item}', { params: { path: { jobId, item } } }),
  })
  return (
    <BookScreen
      book={book}
      position={position}
      turnTo={turnTo}
      back={<BackLink to={`/jobs/${jobId}`}>{t('Job')}</BackLink>}
    />
  )
}
