# A referee alone, for hosts and bots elsewhere. Whoever opens matches shows SIURELL_HOST_TOKEN.
# It builds on any base that has Python and its `venv`.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS build
COPY build/wheels /wheels
RUN python3 -m venv /opt/siurell \
    && /opt/siurell/bin/pip install --no-cache-dir --no-index --find-links /wheels /wheels/siurell_arena-*.whl \
    && /opt/siurell/bin/pip uninstall --yes pip setuptools

FROM ${BASE}
COPY --from=build /opt/siurell /opt/siurell
COPY docker/referee_health.py /opt/siurell/health.py
RUN install -d -o 10001 -g 10001 -m 0700 /var/lib/siurell
ENV PATH=/opt/siurell/bin:/usr/local/bin:/usr/bin:/bin \
    HOME=/tmp \
    LANG=C.UTF-8 \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
USER 10001:10001
WORKDIR /var/lib/siurell
VOLUME /var/lib/siurell
EXPOSE 7443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "/opt/siurell/health.py", "127.0.0.1:7443"]
ENTRYPOINT ["siurell", "referee", "serve"]
CMD ["--tcp", "0.0.0.0:7443", "--without-tls", "--journals", "/var/lib/siurell/journals"]
