// The print files of a job: previews with trim lines, and findings.

import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../../api.ts'
import { ItemFiles } from '../../../components/ItemFiles.tsx'

export function JobFiles({ jobId }: { jobId: string }) {
  const files = useQuery({
    queryKey: ['press', 'job', jobId, 'files'],
    queryFn: () => ask(api.GET('/press/jobs/{jobId}/files', { params: { path: { jobId } } })),
  })
  return <ItemFiles files={files} />
}
