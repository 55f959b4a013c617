/** Why a reply was not sent yet; also where the code that sends it could not be loaded. */
export const REPLY_OFFLINE = 'You’re offline. Your reply will be sent when you’re back online.'
