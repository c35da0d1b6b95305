// The own sign-in of the operator's and the printers' people, who have no account to set up.

import { PageFrame } from '../../components/Page.tsx'
import { You } from './You.tsx'

export const Page = () => (
  <PageFrame title="Your sign-in">
    <You />
  </PageFrame>
)
