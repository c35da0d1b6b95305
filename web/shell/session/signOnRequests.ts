// The requests for the single sign-on of an account, by its owners and by the staff.

import { api, type RequestBody, type ResponseBody } from '../../api.ts'

const path = '/dashboard/api/single-sign-on'
const staffPath = '/staff/accounts/{accountId}/single-sign-on'

export type SignOn = ResponseBody<typeof path>
export type SignOnChange = RequestBody<typeof path, 'put'>
export type Tested = ResponseBody<`${typeof path}/test`, 'post'>
export type Domain = SignOn['domains'][number]

/** `accountId` is null for the own account. */
export const requestsOf = (accountId: string | null) => {
  if (accountId === null)
    return {
      read: () => api.GET(path),
      save: (body: SignOnChange) => api.PUT(path, { body }),
      remove: () => api.DELETE(path),
      test: () => api.POST(`${path}/test`),
      confirm: (domain: string) => api.POST(`${path}/domains/{domain}/confirm`, { params: { path: { domain } } }),
    }
  const params = { path: { accountId } }
  return {
    read: () => api.GET(staffPath, { params }),
    save: (body: SignOnChange) => api.PUT(staffPath, { params, body }),
    remove: () => api.DELETE(staffPath, { params }),
    test: () => api.POST(`${staffPath}/test`, { params }),
    confirm: (domain: string) =>
      api.POST(`${staffPath}/domains/{domain}/confirm`, { params: { path: { accountId, domain } } }),
  }
}
