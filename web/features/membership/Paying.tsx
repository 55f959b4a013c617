/** Pages outside the main layout, in one chunk, because they are used once a year. */
export { InvoicePage } from '#web/features/membership/InvoicePage.tsx'
export { TestCheckoutPage } from '#web/features/membership/TestCheckoutPage.tsx'
export { TestPortalPage } from '#web/features/membership/TestPortalPage.tsx'
