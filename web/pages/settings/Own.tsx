// The sign-in settings of the operator's and printers' people, who have no account to manage.

import { PageFrame } from '../../components/Page.tsx'
import { You } from './You.tsx'

export const Page = () => (
  <PageFrame title="Your sign-in">
    <You />
  </PageFrame>
)
