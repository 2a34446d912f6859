//! The contract between services: every call and event, generated from `vonk/`.

mod event;
mod redacted;

pub use event::Event;

/// Generated code of one proto package.
macro_rules! package {
    ($name:literal) => {
        tonic::include_proto!($name);
    };
}

pub mod accounts {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.accounts.v1");
    }
}

pub mod billing {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.billing.v1");
    }
}

pub mod chat {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.chat.v1");
    }
}

pub mod live {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.live.v1");
    }
}

pub mod matching {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.matching.v1");
    }
}

pub mod notifications {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.notifications.v1");
    }
}

pub mod profiles {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.profiles.v1");
    }
}

pub mod settings {
    #[allow(clippy::all, reason = "generated code")]
    pub mod v1 {
        package!("vonk.settings.v1");
    }
}
