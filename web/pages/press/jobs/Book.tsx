// A book of a job with all its pages.

import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../../../api.ts'
import { BookScreen } from '../../../components/books/viewer/BookScreen.tsx'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { useBookPlace } from '../../../shell/bookPlace.ts'
import { useParam } from '../../../shell/mode.ts'

export function Page() {
  const jobId = useParam('jobId')
  const item = Number(useParam('item'))
  const [place, turnTo] = useBookPlace()
  const book = useQuery({
    queryKey: ['press', 'job', jobId, 'book', item],
    queryFn: () => unwrap(api.GET('/press/jobs/{jobId}/books/{item}', { params: { path: { jobId, item } } })),
  })
  return <BookScreen book={book} place={place} turnTo={turnTo} back={<BackLink to={`/jobs/${jobId}`}>Job</BackLink>} />
}
