import { PageFrame } from '../../components/Page.tsx'
export const Page = () => <PageFrame title="Overview">soon</PageFrame>
