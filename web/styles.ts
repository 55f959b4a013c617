import '#web/theme/fonts.css'
import '#web/theme/tokens.css'
import '#web/theme/type.css'
import '#web/theme/base.css'
