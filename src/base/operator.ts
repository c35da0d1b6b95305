/**
 * Stands in for an account where a row needs one and is no customer's: mails to the operator's people, messages of a
 * provider that name nobody, sums over all accounts. Ids of accounts begin with acc_, so it is nobody's.
 */
export const operatorAccount = 'operator'
