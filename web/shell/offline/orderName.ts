/** The order of a job, as people at the press call it. */
export const orderName = ({ orderTitle, customerOrderId }: NamedJob): string => orderTitle ?? customerOrderId

type NamedJob = { orderTitle?: string | undefined; customerOrderId: string }
