// What the generated C# client names of Polly and JsonSubTypes, which no registry of this check has. Retries, the only use
// of Polly, are off by default, and of JsonSubTypes only the namespace is named.
using System;
using System.Threading.Tasks;

namespace JsonSubTypes { }

namespace Polly
{
    public enum OutcomeType { Successful, Failure }

    public class PolicyResult<T>
    {
        public T Result { get; set; }
        public Exception FinalException { get; set; }
        public OutcomeType Outcome { get; set; }
    }

    public interface ISyncPolicy<T> { }

    public interface IAsyncPolicy<T>
    {
        Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> action);
    }
}
