/** The pages of two versions of one document, for comparing them. */
export const DPA_BEFORE = [
  [
    'Data processing addendum',
    'This addendum applies where Vendor processes personal data for Customer under the Agreement.',
    '1. Vendor processes personal data on documented instructions only, and says so if an instruction seems unlawful.',
    '2. Everyone with access is bound to confidentiality, also after the end of the Agreement.',
  ],
  [
    '5. Subprocessors',
    '5.1 Vendor shall maintain a current list of Subprocessors at a stable address and shall notify Customer of any intended change.',
    '5.2 Customer may object to an intended change in writing within fourteen (14) days of notice.',
    '5.3 If the parties do not resolve the objection within forty-five (45) days, Customer may terminate the affected Services without liability.',
  ],
  [
    '6. Security',
    '6.1 Vendor shall maintain the measures set out in Annex II and shall not lower the protection they give.',
    '6.2 Vendor shall notify Customer of a personal data breach without undue delay and in any event within seventy-two (72) hours.',
  ],
]
export const DPA = [
  DPA_BEFORE[0]!,
  [
    '5. Subprocessors',
    '5.1 Vendor shall maintain a current list of Subprocessors at a stable address and shall notify Customer of any intended change.',
    '5.2 Customer may object to a new subprocessor in writing within thirty (30) days of notice. An objection made in time suspends the change, not the Services.',
    '5.3 While an objection is open, Vendor shall not engage the new Subprocessor for Customer’s data.',
    '5.4 If the parties do not resolve the objection within forty-five (45) days, Customer may terminate the affected Services and receive a refund of prepaid fees for the remainder of the term.',
  ],
  [
    '6. Security',
    '6.1 Vendor shall maintain the measures set out in Annex II and shall not lower the protection they give.',
    '6.2 Vendor shall notify Customer of a personal data breach without undue delay and in any event within forty-eight (48) hours.',
  ],
]
