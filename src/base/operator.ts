/**
 * Stands in for an account in rows that belong to no customer: mails to the operator's people, messages of a provider
 * that name no account, sums over all accounts. Ids of accounts begin with acc_, so no account has this id.
 */
export const operatorAccount = 'operator'
