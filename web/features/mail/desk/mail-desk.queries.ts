import {
  GetStaffBouncedAddresses,
  GetStaffHeldMails,
  GetStaffMailDeliveries,
  type GetStaffMailDeliveriesQueryVariables,
} from '#api/operations.ts'
import { MAIL_DESK_PAGE } from '#shared/mail.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

const FRESH = { staleTime: 0 }
export const deliveriesQuery = (search: string, state: string, offset: number) =>
  operationQuery(
    GetStaffMailDeliveries,
    {
      search: search.trim() || null,
      state: (state || null) as GetStaffMailDeliveriesQueryVariables['state'],
      limit: MAIL_DESK_PAGE,
      offset,
    },
    FRESH,
  )
export const bouncedQuery = (offset: number) =>
  operationQuery(GetStaffBouncedAddresses, { limit: MAIL_DESK_PAGE, offset }, FRESH)
export const heldQuery = (offset: number) => operationQuery(GetStaffHeldMails, { limit: MAIL_DESK_PAGE, offset }, FRESH)
