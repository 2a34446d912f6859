//! Events that make cached answers wrong.

use std::sync::Arc;

use kit::Host;
use proto::{
    accounts::v1::{
        AccountActivated, AccountDeleted, AccountErased, LanguageChanged, SessionsEnded,
    },
    settings::v1::SiteChanged,
};

use crate::App;

/// Drops what each event makes stale, on this replica.
pub(crate) fn drop_caches(host: &mut Host, app: &Arc<App>) {
    let on = Arc::clone(app);
    host.watch(move |_: &SiteChanged| on.sites.forget());
    let on = Arc::clone(app);
    host.watch(move |event: &SessionsEnded| {
        on.sessions
            .forget_member(&event.member_id, &event.session_ids);
    });
    let on = Arc::clone(app);
    host.watch(move |event: &AccountActivated| on.sessions.forget_member(&event.member_id, &[]));
    let on = Arc::clone(app);
    host.watch(move |event: &AccountDeleted| on.sessions.forget_member(&event.member_id, &[]));
    let on = Arc::clone(app);
    host.watch(move |event: &AccountErased| on.sessions.forget_member(&event.member_id, &[]));
    let on = Arc::clone(app);
    host.watch(move |event: &LanguageChanged| on.sessions.forget_member(&event.member_id, &[]));
}
