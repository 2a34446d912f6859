-- What a receipt tells: the event of billing as it came. Numbers and ids; address and name are asked
-- for when the mail leaves, as for every mail.
alter table mail_jobs
    add column told bytea,
    add constraint mail_jobs_told_check
        check ((told is not null) = (kind in ('purchase', 'withdrawal', 'refund')));
